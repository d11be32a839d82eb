/** Child process of {@link listApi}: one request over IPC, one answer, then it ends. */
import type { ListingInput } from './listing.js';
import { listTypeScript } from './typescript.js';

process.once('disconnect', () => process.exit());
process.once('message', (request: ListingInput) => {
  process.send?.(listTypeScript(request), () => process.disconnect());
});
