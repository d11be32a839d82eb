/** A public-API listing: sorted lines `entry kind path: signature`, or why there can be none. */
export type ApiListing =
  { kind: 'listed'; symbols: string[] } | { kind: 'manifest-only'; why: string };

/** What a lister works on: an absolute folder and its tracked files, relative, with `/`. */
export interface ListingInput {
  workspace: string;
  files: readonly string[];
}

/** What the child process sends back. */
export interface ListingAnswer {
  listing: ApiListing;
  /** Stacks of what kept a language from being listed. */
  faults: string[];
}
