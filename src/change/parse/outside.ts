import type { Refused } from '../change.js';
import { refuse } from '../refuse.js';
import { closes, fenceAt, fenceBehind, type Fence } from './fence.js';
import type { Form } from './form.js';
import { quote, type LineReader } from './reader.js';

const BULLET = /^- \S/;
/** Stands above the diffstat of a mail, and is a rule in Markdown. */
const RULE = '---';
const MAIL = /^From [0-9a-f]{7,64} /;
/** Tags that models put around an edit; what they mean nobody has said. */
const TAG = /^<\/?(?:file|edit|diff|patch|replace|search|old|new|create|delete)\b[^<>]*>\s*$/i;
const PLAIN_INFO = /^[\w+#-]*$/;

interface Block {
  fence: Fence;
  /** 1-based number of the line that opens it. */
  line: number;
  /** Whether a part of the change stands in it. */
  used: boolean;
}

/**
 * The text around the parts of a change: prose, fences, mail headers. What could be a part that was
 * meant, or the rest of one, is sent back, so that nothing of a change is left out in silence.
 */
export class Outside {
  /** The last line outside of parts that is neither blank nor a fence. */
  above: string | undefined;
  private readonly blocks: Block[] = [];
  /** The lines without what indents or quotes them; of `>>>>>>> REPLACE` nothing is taken. */
  private readonly flush: readonly string[];
  private guarded = false;

  constructor(
    private readonly reader: LineReader,
    private readonly form: Form,
    private readonly others: Form[],
  ) {
    this.flush = reader.lines.map((line) => line.replace(/^(?:\s|>(?!>{4}))+/, ''));
  }

  /** Moves to the next part; false where none is left. */
  next(): boolean | Refused {
    const { reader, form } = this;
    for (; !reader.done; reader.next()) {
      if (form.starts(reader.lines, reader.position)) {
        for (const block of this.blocks) block.used = true;
        return true;
      }
      const problem = this.read(reader.peek() ?? '');
      if (problem !== undefined) return problem;
    }
    const idle = this.blocks.find((block) => !block.used);
    if (idle !== undefined) return this.noPart(idle);
    const open = this.blocks.at(-1);
    if (open === undefined) return false;
    const message = `Line ${open.line}: the fenced block that opens here is not closed, so the answer may be cut off. Send the whole change again.`;
    return refuse('truncated', message);
  }

  /** Whether a fenced block is open at the cursor. */
  get fenced(): boolean {
    return this.blocks.length > 0;
  }

  /** Whether this line closes the fenced block that is open. */
  closes(line: string | undefined): boolean {
    const block = this.blocks.at(-1);
    return block !== undefined && line !== undefined && closes(line, block.fence);
  }

  /**
   * Behind a file of a diff only its own fence says for sure that its last hunk is over, and only if
   * the counts of that are exact; else no line that could belong to it may stand before the next file.
   */
  leaveFile(exact: boolean): void {
    const { reader } = this;
    reader.skipBlank();
    this.guarded = !(exact && this.closes(reader.peek()));
    // The fence that closes a block whose opening was left out opens none.
    if (!this.fenced && fenceAt(reader.peek())?.info === '') reader.next();
  }

  private read(line: string): Refused | undefined {
    if (line.trim() === '') return undefined;
    const problem = this.misplaced(line);
    if (problem !== undefined) return problem;
    if (this.closes(line)) {
      const block = this.blocks.pop();
      return block === undefined || block.used ? undefined : this.noPart(block);
    }
    const alone = fenceAt(line);
    const fence = alone ?? fenceBehind(line);
    if (fence !== undefined) this.blocks.push({ fence, line: this.reader.number, used: false });
    if (alone === undefined || !PLAIN_INFO.test(alone.info)) this.above = line;
    return undefined;
  }

  private misplaced(line: string): Refused | undefined {
    const { reader, form } = this;
    const at = `Line ${reader.number}: ${quote(line)}`;
    const other = this.others.find((one) => one.starts(reader.lines, reader.position));
    if (other !== undefined) {
      const message = `${at} begins ${other.name}, but the answer began as ${form.name}. Send the whole change in one form.`;
      return refuse('mixed-forms', message);
    }
    const flush = this.flush[reader.position] ?? '';
    const shifted = [form, ...this.others].find((one) => one.starts(this.flush, reader.position));
    if (flush !== line && shifted !== undefined) {
      const message = `${at} looks like the beginning of ${shifted.name}, but does not stand at the left margin. Take off what stands before it, on every line of that part.`;
      return refuse('unknown-text', message);
    }
    if (TAG.test(flush)) {
      const message = `${at} is no part of ${form.name}. Send the change without tags around it.`;
      return refuse('unknown-text', message);
    }
    if (form.stray?.test(flush) === true) {
      const message = `${at} belongs inside a part of ${form.name}. A part begins with ${form.opening}.`;
      return refuse('unknown-text', message);
    }
    if (MAIL.test(line)) this.guarded = false;
    if (this.guarded ? !/^[ +-]/.test(line) : !this.isChange(line)) return undefined;
    const message = `${at} begins like a line of a hunk, but belongs to none. Put it into its hunk with the right counts in the "@@" line, or take it out; or send \`edits\` instead.`;
    return refuse('unknown-text', message);
  }

  private isChange(line: string): boolean {
    if (line.startsWith('+')) return true;
    return line.startsWith('-') && line !== RULE && (this.fenced || !BULLET.test(line));
  }

  private noPart({ line }: Block): Refused {
    const { name, opening } = this.form;
    const message = `Line ${line}: the fenced block that opens here holds no part of ${name}. A part begins with ${opening}. Write it so, or take the block out.`;
    return refuse('unknown-text', message);
  }
}
