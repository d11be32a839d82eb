/** Child process of {@link listApi}: one request over IPC, one answer, then it ends. */
import { listLanguages } from './languages.js';
import type { ListingInput } from './listing.js';

process.once('disconnect', () => process.exit());
process.once('message', (request: ListingInput) => {
  const listing = listLanguages(request, (error) => console.error(error));
  process.send?.(listing, () => process.disconnect());
});
