// node scripts/reach.mjs [folder of a checkout]: how many files a request, an import and a sync reach by imports of values.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'

const ENTRIES = {
  'the tiles of a dashboard': 'apps/server/src/modules/dashboard-data/dashboard-data.routes.ts',
  'the import of a file': 'apps/server/src/modules/services/run-import.ts',
  'a sync': 'apps/server/src/modules/services/sync/sync-service.ts',
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

const reachOf = (entry) => {
  const reached = new Set([join(root, entry)])
  for (const file of reached)
    for (const [, names, specifier] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const target = isOfTypes(names) ? null : fileOf(file, specifier)
      if (target !== null && existsSync(target)) reached.add(target)
    }
  return reached.size
}

for (const [what, entry] of Object.entries(ENTRIES)) process.stdout.write(`${reachOf(entry)} files for ${what}\n`)
