import type ts from 'typescript';

/** A replacement of `[start, end)` (UTF-16 offsets of the file's text) by `text`. */
export interface TextEdit {
  start: number;
  end: number;
  text: string;
}

/** One refactoring that a rule could do here, with every precondition already met. */
export interface Candidate {
  rule: string;
  /** Name in the catalogue, e.g. `Extract Function`. */
  refactoring: string;
  /** Short name of the smell for the ledger, one line, stable under moved lines. */
  smell: string;
  path: string;
  /** 1-based inclusive lines of the code that smells. */
  startLine: number;
  endLine: number;
  /** In the one file `path`; sorted, not overlapping. */
  edits: TextEdit[];
  /** notes scale: 4 and 3 major, 2 minor, 1 nit. */
  severity: 1 | 2 | 3 | 4;
  confidence: 'high' | 'medium';
  /** One line: what the change does, for the commit message (`stated_intent`). */
  intent: string;
  /** Cognitive complexity or tokens removed; ranks candidates of equal severity. */
  gain: number;
}

/** A place where the rule applies but a precondition forbids it, worth telling a person. */
export interface Skipped {
  rule: string;
  smell: string;
  path: string;
  startLine: number;
  endLine: number;
  /** One line: the precondition that failed. */
  why: string;
}

/** A file as a rule sees it. The program and language service are made on first use. */
export interface RuleContext {
  path: string;
  text: string;
  sourceFile: ts.SourceFile;
  checker(): ts.TypeChecker;
  /** The language service over the whole scope; file names in it come from `fileName(path)`. */
  service(): ts.LanguageService;
  fileName(path: string): string;
}

export interface Detection {
  candidates: Candidate[];
  skipped: Skipped[];
}

/** One detector with its rewrite: to add a rule is to add a file and a line in `index.ts`. */
export interface Rule {
  id: string;
  /** Name in the catalogue. */
  refactoring: string;
  detect(context: RuleContext): Detection;
}
