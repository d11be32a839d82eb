/** Thread of {@link parseReports}: one request, one answer, then it ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { parseNow, type ParseRequest } from './parse-reports.js';

parentPort?.postMessage(parseNow(workerData as ParseRequest));
