/** Locked whatever the configuration says: they decide what git does and what this loop knows. */
export const HARD = [
  '**/{.gitattributes,.gitmodules,.gitignore,.gitconfig,.lfsconfig,.mailmap,.gitmessage,.git-blame-ignore-revs}',
  '**/.refactor-loop*',
  '**/.refactor-loop*/**',
  '**/refactor-loop.config.*',
  '**/.refactoring-backlog.md',
];

/** Globs (matched on folded paths) of what is nobody's source; the key names the group in messages. */
export const LOCKED_OTHERS: Readonly<Record<string, string[]>> = {
  'secrets, editors and agents': [
    '**/.env*',
    '**/.env*/**',
    '**/*.{pem,key,p12,pfx,jks,keystore,kdbx}',
    '**/{id_rsa,id_dsa,id_ecdsa,id_ed25519}*',
    '**/{.netrc,.pypirc,.htpasswd,.git-credentials,.pgpass}',
    '**/secrets.{yml,yaml,json,toml}',
    '**/{.vscode,.idea,.devcontainer,.claude,.cursor,.codex,.gemini,.windsurf,.roo,.zed,.fleet}/**',
    '**/{agents,claude,gemini}{,.local,.override}.md',
    '**/{.cursorrules,.windsurfrules,.clinerules,.aider*,.mcp.json}',
  ],
  'generated, minified and vendored files': [
    '**/{vendor,vendored,third_party,third-party,thirdparty,bower_components}/**',
    '**/{generated,__generated__,.generated}/**',
    '{,packages/*/}dist/**',
    '**/*.{min,bundle,chunk}.{js,mjs,cjs,css}',
    '**/*.{generated,gen,g,designer,freezed}.*',
    '**/*.pb.*',
    '**/*_pb{,2,2_grpc}.{js,ts,d.ts,py,pyi,rb}',
    '**/{zz_generated*,*_gen,*_generated}.go',
    '**/*.{map,lock}',
  ],
};
