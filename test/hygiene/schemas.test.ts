import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import * as contracts from '../../src/core/contracts.js';

const FOLDER = fileURLToPath(new URL('../../schema/', import.meta.url));
const UPDATE = process.env['UPDATE_SCHEMAS'] === '1';

const PUBLISHED: [string, z.ZodType][] = [
  ['run-input', contracts.runInputSchema],
  ['project-config', contracts.projectConfigSchema],
  ['brain-request', contracts.brainRequestSchema],
  ['survey-answer', contracts.surveyAnswerSchema],
  ['propose-answer', contracts.proposeAnswerSchema],
  ['fix-answer', contracts.fixAnswerSchema],
  ['verdict', contracts.verdictSchema],
  ['manifest', contracts.manifestSchema],
  ['report', contracts.reportSchema],
  ['check-result', contracts.checkResultSchema],
  ['doctor-report', contracts.doctorReportSchema],
];

/** The JSON Schema of what one may send, so fields with a default are optional. */
function render(name: string, schema: z.ZodType): string {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return `${JSON.stringify({ $schema, title: `refactor-loop ${name}`, ...rest }, null, 2)}\n`;
}

describe('the published JSON Schemas', () => {
  it.each(PUBLISHED)(
    'say of %s what the contract says (UPDATE_SCHEMAS=1 writes them)',
    (...pair) => {
      const [name, schema] = pair;
      const path = `${FOLDER}${name}.schema.json`;
      if (UPDATE) writeFileSync(path, render(name, schema));
      expect(readFileSync(path, 'utf8')).toBe(render(name, schema));
    },
  );

  it('are all of the folder, none left over', () => {
    const expected = PUBLISHED.map(([name]) => `${name}.schema.json`).sort();
    expect(readdirSync(FOLDER).sort()).toEqual(expected);
  });
});
