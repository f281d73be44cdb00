// Writes the tables of docs/security.md between their markers: `node scripts/security-table.ts`. A test says with its name what it
// covers: `security 44: …`, `fault F28: …`, `F28 …`. Files of tests that carry no number are listed here.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
export const PAGE = join(ROOT, 'docs/security.md')

/** Title, and where needed the files of tests without the number and what is still open. */
type Row = readonly [title: string, untagged?: readonly string[], open?: string]

const REQUIREMENTS: readonly Row[] = [
  ['password rule'],
  ['common passwords'],
  ['Argon2id at the agreed cost'],
  ['sign-in does not reveal accounts'],
  ['neither does a password reset'],
  ['reset links'],
  ['links ignore headers', ['exposure']],
  ['changing a password'],
  ['a new password ends sessions', ['email-change']],
  ['signing out', ['offline.spec', 'offline-fetch']],
  ['deleted, disabled, other roles', ['session.spec']],
  ['rotation of tokens'],
  ['replayed tokens'],
  ['lost response'],
  ['concurrent refreshes'],
  ['invalid refresh tokens'],
  ['forged tokens', [], 'timing of comparisons is not measured'],
  ['idle and absolute timeout', ['session.spec']],
  ['sign-in limit', ['hash-queue']],
  ['other limits', ['ask/ask']],
  ['forwarded headers'],
  ['tenant isolation'],
  ['role matrix'],
  ['privilege escalation'],
  ['plans'],
  ['mass assignment'],
  ['over-fetching'],
  ['CORS'],
  ['JSON only'],
  ['headers'],
  ['errors reveal nothing', ['fuzz']],
  ['pictures', ['picture-maker']],
  ['SSRF', ['kit/address']],
  ['secrets of services'],
  ['keys at startup', ['encrypted-server']],
  ['report definitions'],
  ['engine locked', ['lock-down', 'duckdb/export/export']],
  ['formulas in exports'],
  ['Markdown'],
  ['open redirect', ['session.spec']],
  ['Stripe signatures'],
  ['Stripe replay and order'],
  ['return from checkout'],
  ['idempotent creation', ['outside-calls', 'parallel-creates']],
  ['lost update', ['dashboard-messages.spec', 'dashboard-drafts.spec']],
  ['one default dashboard'],
  ['slugs'],
  ['bodies', ['hostile-files', 'hostile-sizes', 'hostile-pushes', 'bad-files']],
  ['slow clients', ['slow-clients']],
  ['logs'],
  ['signed-out browser', ['session.spec', 'dashboard-drafts.spec']],
  ['deleting an account', ['account-lifecycle']],
]

const FAULTS: readonly Row[] = [
  ['kill during a save'],
  ['kill during a load'],
  ['kill between two commits', [], 'no kill at each named step'],
  ['kill during a migration', ['failed-upgrade', 'unavailable-account']],
  ['two servers'],
  ['full disk'],
  ['failed fsync', [], 'not injected; PostgreSQL ends itself, then F8 holds'],
  ['database unavailable', ['database-restart']],
  ['supervision'],
  ['platform asks for pauses', ['transient-faults']],
  ['platform fails', ['transient-faults']],
  ['platform hangs', ['transient-faults']],
  ['malformed pages'],
  ['duplicate pages', ['transient-faults', 'permanent-faults']],
  ['endless lists', ['permanent-faults']],
  ['clock skew at the source', ['reading-rules']],
  ['changed schema', ['transient-faults', 'permanent-faults']],
  ['credentials revoked', ['permanent-faults']],
  ['double submit'],
  ['concurrent saves'],
  ['refresh storm', ['web/src/api/session/session'], 'fifty real tabs'],
  ['network lost while saving', ['dashboard-messages.spec']],
  ['Stripe events'],
  ['Stripe unavailable'],
  ['email unavailable', ['sign-up.spec']],
  ['language model', ['rephrase']],
  ['huge answers'],
  ['noisy neighbor', ['outside-calls', 'import-turns']],
  ['slow transfers', ['bad-files']],
  ['zones and clock changes', ['widget-numbers']],
  ['edges of ranges'],
  ['money', ['tile-edges']],
  ['large, quoted files', ['normalizer']],
  ['encodings'],
  ['invalid rows'],
  ['broken and many uploads'],
  ['backup', [], 'photos are not in the totals'],
  ['damaged files', ['installation']],
  ['growth', ['delete-expired', 'empty-trash'], 'PostgreSQL’s files over a day of edits'],
]

/** Guarantees without a number, and the files of their tests. */
const GUARANTEES: readonly (readonly [what: string, ...files: string[]])[] = [
  ['a server that others reach has no demo, outbox page or open metrics', 'exposure', 'demo', 'outbox-page', 'env'],
  ['the embedded database asks for a password', 'restrict-access'],
  ['an SFTP server with another key is refused', 'sftp-folder', 'files-sync'],
  [
    'a view link shows one dashboard, a live link one report, without personal data',
    'view-links',
    'report-links',
    'personal-data',
    'sharing.spec',
  ],
  ['webhooks are signed and go to public addresses only', 'webhooks/webhooks', 'webhooks/channels'],
  ['keys that a platform sends count once, for a pending consent', 'woocommerce-consent'],
  ['a second factor counts once, can be required, and is asked for again', 'second-factor', 'second-factor.spec'],
  ['people, not keys, make and remove owners', 'change-roles'],
  [
    'single sign-on (OpenID Connect): state, nonce, signature, proved domains',
    'sign-on/sign-on',
    'single-sign-on.spec',
  ],
  ['SAML answers are signed and count once', 'sign-on/saml'],
  ['a domain is proved and belongs to one account', 'sign-on/settings'],
  ['required single sign-on has no way around; owners keep one', 'sign-on/policy'],
  ['sessions end one by one', 'user-access'],
  ['what a user has given out ends with the user', 'given-access'],
  ['an API key does no more than its scope and its user', 'api-keys', 'permission-table'],
  ['MCP tools do no more than their key', 'mcp'],
  ['pushed records are checked one by one', 'ingest/ingest'],
  ['a shared dashboard opens for nobody else', 'dashboards/sharing'],
  ['lists and texts have quotas', 'quotas'],
  ['a file or database is never taken for another’s', 'lost-data', 'installation'],
  ['a moving account is whole in one place', 'move-kill', 'move-under-load'],
  ['encrypted files and backups show nothing', 'encrypted-files', 'encrypted-backup', 'sealed-stream'],
  ['alerts belong to their user', 'alerts/alerts', 'alert-recipients'],
  ['emails reach only who may read them', 'report-schedules', 'dashboard-schedules', 'notify'],
  ['a language model receives no name of a customer', 'ask/ask', 'rephrase'],
  ['skipped records come back; late ones and deletions are noticed', 'sweep'],
  ['one account’s slow calls hold up no other', 'outside-calls', 'sync-slots'],
]

const testFiles = ['apps', 'packages', 'e2e', 'scripts']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /(\.test\.tsx?|\.spec\.ts|kit\/[\w-]+\.fixture\.ts)$/.test(file) && !file.includes('node_modules/'))
  .toSorted()

const withoutEnding = (file: string): string => file.replace(/(\.full)?(\.test|\.fixture)?\.tsx?$/, '')

const endsWith = (file: string, name: string): boolean => `/${withoutEnding(file)}`.endsWith(`/${name}`)

const filesNamed = (name: string): readonly string[] => {
  const files = testFiles.filter((file) => endsWith(file, name))
  if (files.length === 0) throw new Error(`No test file is named ${name}`)
  return files
}

/** The end of the path that no other test file has. */
const shortName = (file: string): string => {
  const parts = withoutEnding(file).split('/')
  const names = parts.map((_, index) => parts.slice(-1 - index).join('/'))
  return names.find((name) => testFiles.filter((other) => endsWith(other, name)).length === 1) ?? withoutEnding(file)
}

const TAG = /['"`]((?:security |fault )?F?\d+(?:(?:, |-| )(?:security |fault )?F?\d+)*)(?=[:'"` ])/g

/** Numbers in the names of a file's tests: `44`, `F28`; `F10-F18` names all between. */
const numbersIn = (text: string): readonly string[] =>
  [...text.matchAll(TAG)].flatMap(([, tag = '']) => {
    if (!/^(security|fault|F)/.test(tag)) return []
    const [, first, last] = /^F(\d+)-F(\d+)$/.exec(tag) ?? []
    if (first)
      return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `F${Number(first) + index}`)
    return tag.match(/F?\d+/g) ?? []
  })

const filesByNumber = (): ReadonlyMap<string, ReadonlySet<string>> => {
  const files = new Map<string, Set<string>>()
  for (const file of testFiles) {
    for (const number of numbersIn(readFileSync(join(ROOT, file), 'utf8')))
      files.set(number, (files.get(number) ?? new Set<string>()).add(file))
  }
  const rows = [...REQUIREMENTS.map((_, index) => `${index + 1}`), ...FAULTS.map((_, index) => `F${index + 1}`)]
  const unknown = [...files.keys()].filter((number) => !rows.includes(number))
  if (unknown.length > 0) throw new Error(`Tests name numbers without a row: ${unknown.join(', ')}`)
  return files
}

const cell = (files: readonly string[]): string =>
  [...new Set(files.map(shortName))]
    .toSorted()
    .map((name) => `\`${name}\``)
    .join(', ')

const numberedRows = (rows: readonly Row[], prefix: string, tagged: ReadonlyMap<string, ReadonlySet<string>>) =>
  rows.map(([title, untagged = [], open = ''], index) => {
    const number = `${prefix}${index + 1}`
    const files = [...(tagged.get(number) ?? []), ...untagged.flatMap(filesNamed)]
    if (files.length === 0) throw new Error(`No test covers ${number}`)
    return `|${number}|${title}|${cell(files)}|${open}|`
  })

/** The tables by the name of their marker. */
const securityTables = (): Readonly<Record<string, string>> => {
  const tagged = filesByNumber()
  const head = (...names: readonly string[]) => [`|${names.join('|')}|`, `|${names.map(() => '---').join('|')}|`]
  return {
    requirements: [...head('#', 'what', 'tests', 'open'), ...numberedRows(REQUIREMENTS, '', tagged)].join('\n'),
    faults: [...head('#', 'what', 'tests', 'open'), ...numberedRows(FAULTS, 'F', tagged)].join('\n'),
    guarantees: [
      ...head('what', 'tests'),
      ...GUARANTEES.map(([what, ...names]) => `|${what}|${cell(names.flatMap(filesNamed))}|`),
    ].join('\n'),
  }
}

/** The page with new tables. */
export const withTables = (page: string): string =>
  Object.entries(securityTables()).reduce((text, [name, table]) => {
    const marker = `<!-- ${name} -->\n`
    const start = text.indexOf(marker) + marker.length
    const end = text.indexOf('\n<!-- end -->', start)
    if (start < marker.length || end < 0) throw new Error(`The page has no marker for ${name}`)
    return text.slice(0, start) + table + text.slice(end)
  }, page)

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PAGE, withTables(readFileSync(PAGE, 'utf8')))
