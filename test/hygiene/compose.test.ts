import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

interface Service {
  image: string;
  depends_on?: Record<string, { condition: string }>;
  environment?: Record<string, string>;
  volumes?: string[];
  ports?: string[];
  entrypoint?: string[];
  healthcheck?: { test: string[] };
}

interface Compose {
  name: string;
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const text = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
const compose = parse(text) as Compose;
const services = Object.entries(compose.services);

describe('docker-compose.yml', () => {
  it.each(services)('waits in %s only for services that can say so', (_, service) => {
    for (const [name, { condition }] of Object.entries(service.depends_on ?? {})) {
      const other = compose.services[name];
      expect(other).toBeDefined();
      if (condition === 'service_healthy') expect(other?.healthcheck).toBeDefined();
      else expect(condition).toBe('service_completed_successfully');
    }
  });

  it.each(services)('mounts in %s volumes and folders that exist', (_, service) => {
    for (const volume of service.volumes ?? []) {
      const source = volume.split(':')[0] ?? '';
      if (source.startsWith('./')) expect(statSync(join(ROOT, source)).isDirectory()).toBe(true);
      else expect(Object.keys(compose.volumes)).toContain(source);
    }
  });

  it.each(services)('publishes the ports of %s on loopback only', (_, service) => {
    for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it.each(services)('pins the image of %s to a full version', (_, service) => {
    expect(service.image).toMatch(/:\d+\.\d+(\.\d+)?$/);
  });

  it('keeps the data in a named volume and the password out of the file', () => {
    expect(compose.services['postgresql']?.volumes?.join()).toMatch(/^pgdata:/);
    for (const [, service] of services)
      for (const [key, value] of Object.entries(service.environment ?? {}))
        if (/PASSWORD|PWD/.test(key)) expect(value).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
  });

  it('has in .env.example every variable that it reads', () => {
    const example = readFileSync(join(ROOT, '.env.example'), 'utf8');
    const names = [...text.matchAll(/\$\{(\w+)/g)].map((match) => match[1] ?? '');
    for (const name of new Set(names)) expect(example).toContain(`${name}=`);
  });

  it('runs scripts that every user may read and a plain sh understands', () => {
    const scripts = services.flatMap(([, service]) => service.entrypoint?.slice(1) ?? []);
    expect(scripts).toHaveLength(2);
    for (const script of scripts) {
      const path = join(ROOT, script.replace('/refactor-loop/', 'temporal/'));
      execFileSync('sh', ['-n', path]);
      expect(statSync(path).mode & 0o004).toBe(0o004);
    }
  });

  it('gives the server a dynamic configuration that is in the mounted folder', () => {
    const path = compose.services['temporal']?.environment?.['DYNAMIC_CONFIG_FILE_PATH'] ?? '';
    const file = path.replace('/etc/temporal/dynamicconfig/', 'temporal/');
    expect(parse(readFileSync(join(ROOT, file), 'utf8'))).toEqual({
      'limit.maxIDLength': [{ value: 255, constraints: {} }],
    });
  });

  it('creates the search attributes of the workflow and keeps histories for 30 days', () => {
    const script = readFileSync(join(ROOT, 'temporal/init.sh'), 'utf8');
    for (const name of ['RlPhase', 'RlOutcome', 'RlRepo'])
      expect(script).toContain(`--name ${name} --type Keyword`);
    expect(script).toContain('--name RlIteration --type Int');
    expect(script).toContain('--retention 720h');
  });
});
