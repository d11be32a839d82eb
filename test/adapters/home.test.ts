import { isAbsolute, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { binaryFolder, serverFolder, stateHome } from '../../src/adapters/home.js';

describe('the state folder', () => {
  it('is what REFACTOR_LOOP_HOME says, without a trailing slash', () => {
    expect(stateHome({ REFACTOR_LOOP_HOME: '/some where/state/' })).toBe('/some where/state');
  });

  it('is the platform folder of refactor-loop when the variable is unset or empty', () => {
    const home = stateHome({});
    expect(isAbsolute(home)).toBe(true);
    expect(home).toMatch(/refactor-loop$/);
    expect(stateHome({ REFACTOR_LOOP_HOME: '' })).toBe(home);
  });

  it('refuses a relative path and names it', () => {
    expect(() => stateHome({ REFACTOR_LOOP_HOME: 'state' })).toThrow(
      'REFACTOR_LOOP_HOME must be an absolute path, but is "state"',
    );
  });

  it('holds the server in a folder of its own', () => {
    expect(serverFolder('/home')).toBe(join('/home', 'server'));
  });

  it('does not hold the downloaded program, which every state folder shares', () => {
    expect(isAbsolute(binaryFolder())).toBe(true);
    expect(binaryFolder().startsWith(stateHome({}))).toBe(false);
  });
});
