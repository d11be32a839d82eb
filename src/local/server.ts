import { stateHome } from '../adapters/home.js';
import { livingServer } from '../adapters/server-record.js';
import { ensureServer } from '../local-server.js';

/** A connection target of this user's embedded server. */
export interface LocalServer {
  home: string;
  address: string;
  namespace: string;
  uiUrl: string;
  databaseFile: string;
  started: boolean;
  /** The caller uses the server no longer. */
  release(): Promise<void>;
}

const NAMESPACE = 'default';

/** Finds or starts this user's server and keeps it up until `release` or the end of the process. */
export async function openLocalServer(
  onProgress: (message: string) => void = () => undefined,
): Promise<LocalServer> {
  const home = stateHome();
  const server = await ensureServer({ home, onProgress });
  return {
    home,
    address: server.address,
    namespace: NAMESPACE,
    uiUrl: server.uiUrl,
    databaseFile: server.dbFile,
    started: server.started,
    release: () => server.release(),
  };
}

/** The address of the server that runs now, without starting one. */
export async function localServerNow(): Promise<{ address: string; uiUrl: string } | undefined> {
  return livingServer(stateHome());
}
