import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { fail } from '#contract/errors.ts'
import { lookupTable } from '#domain/lookup-table.ts'
import { createHashQueue, hashesAtOnce } from './hash-queue.ts'

// argon2id version 19 is the library's default. memoryCost in KiB: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

// The hash of a discarded random text, computed at the cost above.
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$oVhBjh7VesFkTXT67zaa5Q$mmHrNN0XyqC/pQb9cmQL/snxUogAeiLLpNoeMS7Bwv4'

const runHash = createHashQueue({ maxRunning: hashesAtOnce(availableParallelism()), maxWaiting: 64 })

/** Errors: `request.too_many` when too many passwords are being hashed; so do all functions below that hash. */
const hashPassword = (password: string): Promise<string> => runHash(() => hash(password, COST))

/**
 * Compares a password with a stored hash. Without one (unknown address, no password set) the dummy hash is verified instead,
 * so that the response takes equally long, and the result is false.
 */
export const verifyPassword = async (stored: string | null, password: string): Promise<boolean> => {
  const matches = await runHash(() => verify(stored ?? DUMMY_HASH, password))
  return stored !== null && matches
}

const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common'])

const LEET: Readonly<Record<string, string>> = lookupTable({
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
})

// Shorter entries match by accident ("abc12345!"), and rejecting them would reject good passwords too.
const MIN_COMMON = 4

const replaceLeetspeak = (text: string): string => text.replace(/[013457@$!]/g, (sign) => LEET[sign] ?? sign)

const stripTrailingNonLetters = (text: string): string => text.replace(/[^a-z]+$/, '')

/** Forms of a password to compare: as typed and without trailing digits and symbols, each also with leetspeak replaced. */
const comparedForms = (password: string): string[] => {
  const lower = password.toLowerCase()
  return [lower, stripTrailingNonLetters(lower)].flatMap((form) => [form, replaceLeetspeak(form)])
}

/** The words of a name, and all of them joined; trailing digits are ignored. */
const nameWords = (text: string): string[] => {
  const words = text.toLowerCase().split(/[^a-z0-9]+/)
  return [...words, words.join('')].map(stripTrailingNonLetters).filter((word) => word.length >= 3)
}

interface PasswordOwner {
  readonly email: string
  readonly accountName: string
}

/** Whether a password is easy to guess: a disguised common password, or a word from the owner's email or account name. */
const isCommonPassword = (password: string, owner: PasswordOwner): boolean => {
  const [mailName = '', mailDomain = ''] = owner.email.split('@')
  const names = [mailName, mailName.split('+')[0] ?? '', mailDomain.split('.')[0] ?? '', owner.accountName]
  const own = new Set(names.flatMap(nameWords))
  const forms = comparedForms(password)
  return forms.some((form) => own.has(form) || (form.length >= MIN_COMMON && COMMON.has(form)))
}

/**
 * Hashes a password that a user has chosen.
 *
 * @param field name of the input field, for the failure
 * @throws Failure `auth.password_too_common`
 */
export const hashNewPassword = async (
  password: string,
  owner: PasswordOwner,
  field: 'password' | 'newPassword' = 'password',
): Promise<string> => {
  if (isCommonPassword(password, owner)) throw fail('auth.password_too_common', { field })
  return hashPassword(password)
}
