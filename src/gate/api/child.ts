/** Child process of {@link listApi}: each request over IPC gets one answer, until its parent is gone. */
import { inspect } from 'node:util';
import { listLanguages } from './languages.js';
import type { ListingAnswer, ListingInput } from './listing.js';

process.once('disconnect', () => process.exit());
process.on('message', (request: ListingInput) => {
  const faults: string[] = [];
  const answer: ListingAnswer = {
    listing: listLanguages(request, (error) => faults.push(inspect(error))),
    faults,
  };
  process.send?.(answer);
});
