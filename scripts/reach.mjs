// node scripts/reach.mjs [folder of a checkout]: how many files a request, an import and a sync reach by imports of values.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'

const SERVICES = 'apps/server/src/modules/services'

// Of several files, those count that the checkout has: a sync was executed, read and ended from one file in earlier ones.
const ENTRIES = {
  'the tiles of a dashboard': ['apps/server/src/modules/dashboard-data/dashboard-data.routes.ts'],
  'the import of a file': [`${SERVICES}/run-import.ts`],
  'a sync': ['execute-run.ts', 'sync/read-platform.ts', 'sync/sync-service.ts'].map((name) => `${SERVICES}/${name}`),
}

const root = resolve(process.argv[2] ?? '.')
const prefixes = Object.entries(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).imports).map(
  ([name, target]) => [name.replace('*', ''), target.replace('*', '')],
)

const IMPORT = /^(?:import|export)\s+(?!type\b)(?:([^'";]*?)\s+from\s+)?'([^']+)'/gm

const isOfTypes = (names) => {
  const [, list] = /^\{([^}]*)\}$/s.exec(names?.trim() ?? '') ?? []
  return list?.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type ')) === true
}

const fileOf = (importer, specifier) => {
  if (specifier.startsWith('.')) return resolve(dirname(importer), specifier)
  const [prefix, target] = prefixes.find(([name]) => specifier.startsWith(name)) ?? []
  return prefix === undefined ? null : join(root, target, specifier.slice(prefix.length))
}

const reachOf = (entries) => {
  const reached = new Set(entries.map((entry) => join(root, entry)).filter(existsSync))
  for (const file of reached)
    for (const [, names, specifier] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const target = isOfTypes(names) ? null : fileOf(file, specifier)
      if (target !== null && existsSync(target)) reached.add(target)
    }
  return reached.size
}

for (const [what, entries] of Object.entries(ENTRIES)) process.stdout.write(`${reachOf(entries)} files for ${what}\n`)
