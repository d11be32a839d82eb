/** jest's globalTeardown. */
import { rm } from 'node:fs/promises';

export default async function afterAll() {
  const { stopServer } = await import('../../dist/local-server.js');
  const home = process.env.SERVER_HOME;
  await stopServer(home);
  await rm(home, { recursive: true });
}
