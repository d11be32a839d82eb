import { booleanReturn } from './boolean-return.js';
import { commentExtract } from './comment-extract.js';
import { commonTail } from './common-tail.js';
import { consolidate } from './consolidate.js';
import { deadLocal } from './dead-local.js';
import { elseAfterJump } from './else-after-jump.js';
import { guardInvert } from './guard-invert.js';
import { guardLoop } from './guard-loop.js';
import { guardTail } from './guard-tail.js';
import { immediateReturn } from './immediate-return.js';
import { loopPipeline } from './loop-pipeline.js';
import type { Rule } from './rule.js';
import { useHelper } from './use-helper.js';

/** All rules of the offline proposer. */
export const RULES: readonly Rule[] = [
  guardTail,
  guardLoop,
  guardInvert,
  elseAfterJump,
  commentExtract,
  useHelper,
  consolidate,
  commonTail,
  booleanReturn,
  immediateReturn,
  loopPipeline,
  deadLocal,
];
