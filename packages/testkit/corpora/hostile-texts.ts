import { readFileSync } from 'node:fs'
import { z } from 'zod'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const lines = (name: string) => read(name).split('\n')

/** Every string of the corpora and some of our own, each once. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...new Set([
    ...z.array(z.string()).parse(JSON.parse(read('blns.json'))),
    ...['xss.txt', 'traversal.txt', 'open-redirect.txt'].flatMap(lines),
    "' OR '1'='1",
    "'; DROP TABLE orders; --",
    "\"; ATTACH '/etc/passwd' AS a; --",
    "read_text('/etc/passwd')",
    'PRAGMA database_list',
    '$1',
    '__proto__',
    'constructor',
  ]),
].filter((text) => text !== '')
