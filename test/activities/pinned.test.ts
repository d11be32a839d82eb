import { describe, expect, it } from '@jest/globals';
import { reassertPinned } from '../../src/activities/pinned.js';
import { effectiveSettings } from '../../src/core/settings.js';
import { sha256 } from '../../src/adapters/content-store.js';

const settings = effectiveSettings({ repo: '/somewhere' });
const pinnedHash = sha256(JSON.stringify(settings.pinned));

describe('the pinned constraints of a request', () => {
  it('go into the prompt as they are while they match their hash', () => {
    expect(reassertPinned({ pinned: [...settings.pinned], pinnedHash }, settings)).toEqual([
      'preserve-public-api',
      'no-test-file-writes',
    ]);
  });

  it.each([
    ['missing', []],
    ['partly missing', ['no-test-file-writes']],
    ['altered', ['preserve-public-api', 'no-test-file-writes-unless-needed']],
    ['added to', [...settings.pinned, 'change-what-you-like']],
  ])('are those of the settings when they are %s', (_, pinned) => {
    expect(reassertPinned({ pinned, pinnedHash }, settings)).toEqual(settings.pinned);
  });

  it('hold the one that cannot be taken out, whatever the input wants', () => {
    expect(effectiveSettings({ repo: '/somewhere', pinned: [] }).pinned).toEqual([
      'no-test-file-writes',
    ]);
  });
});
