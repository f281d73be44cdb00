// Fails when a banned term stands in a tracked file or in its name. `node scripts/check-words.mjs [path prefix]` lists them.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BANNED } from './banned-words.mjs'

const SEARCHED = /\.(ts|tsx|mjs|css|md|html|json)$/
/** The list itself, the words of the specification, data of other authors, what npm writes, and migrations, which never change once they are released. */
const LEFT_OUT =
  /^(scripts\/(banned|check)-words\.mjs|scripts\/specified-texts\.md|package-lock\.json|packages\/testkit\/corpora\/|apps\/server\/src\/db\/migrations\/)/

/** Names of the API, of stored values and of the database that would break callers or data if they changed. */
const WIRE_NAMES =
  /\b(openSetAside|setAside|set_aside\w*|looked(Utc|Until|At)|keptAt)\b|['/`]set-aside\b|'moment'|\bat the moment\b|\|moment\)/g

const searchedFiles = (cwd) =>
  spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd, encoding: 'utf8', maxBuffer: 1 << 26 })
    .stdout.split('\n')
    .filter((file) => SEARCHED.test(file) && !LEFT_OUT.test(file) && existsSync(`${cwd}/${file}`))

/** Every banned term in a text: line (from 1), what was found, and what to write instead. */
export const findBannedWords = (text) =>
  text
    .replace(WIRE_NAMES, '')
    .split('\n')
    .flatMap((line, index) =>
      BANNED.flatMap(([pattern, instead]) => {
        const found = pattern.exec(line)
        return found ? [{ line: index + 1, found: found[0], instead }] : []
      }),
    )

/** Every banned term of a tree, as `file:line: found (instead)`. */
export const checkWords = (cwd, prefix = '') =>
  searchedFiles(cwd)
    .filter((file) => file.startsWith(prefix))
    .flatMap((file) => [
      ...findBannedWords(file).map(({ found, instead }) => `${file}: name holds "${found}" (${instead})`),
      ...findBannedWords(readFileSync(`${cwd}/${file}`, 'utf8')).map(
        ({ line, found, instead }) => `${file}:${line}: "${found}" (${instead})`,
      ),
    ])

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = checkWords(process.cwd(), process.argv[2])
  for (const problem of problems) process.stdout.write(`${problem}\n`)
  process.stdout.write(`${problems.length} banned terms\n`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
