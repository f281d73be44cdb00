import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'

// argon2id version 19 is the library's default. memoryCost in KiB: 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

// The hash of a random text that nobody kept, made at the cost above.
const STAND_IN = '$argon2id$v=19$m=19456,t=2,p=1$oVhBjh7VesFkTXT67zaa5Q$mmHrNN0XyqC/pQb9cmQL/snxUogAeiLLpNoeMS7Bwv4'

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

/**
 * Compares a password with a stored hash. Without one (unknown address, no password chosen yet) the same work is done on a
 * stand-in, so that the answer takes as long, and is false.
 */
export const verifyPassword = async (stored: string | null, password: string): Promise<boolean> => {
  const matches = await verify(stored ?? STAND_IN, password)
  return stored !== null && matches
}

const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common'])

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

// Shorter ones are common words by accident ("abc12345!"), and refusing them all would refuse good passwords too.
const MIN_COMMON = 4

const unleet = (text: string): string => text.replace(/[013457@$!]/g, (sign) => LEET[sign] ?? sign)

const withoutTail = (text: string): string => text.replace(/[^a-z]+$/, '')

/** Forms under which a password is looked up: as typed and without trailing digits and signs, each also un-leeted. */
const formsOf = (password: string): string[] => {
  const lower = password.toLowerCase()
  return [lower, withoutTail(lower)].flatMap((form) => [form, unleet(form)])
}

/** The words of a name, and all of them written together; digits at the end do not count. */
const wordsOf = (text: string): string[] => {
  const words = text.toLowerCase().split(/[^a-z0-9]+/)
  return [...words, words.join('')].map(withoutTail).filter((word) => word.length >= 3)
}

interface PasswordOwner {
  readonly email: string
  readonly accountName: string
}

/** Whether a password is among the first that anybody would try: a common one in disguise, or a word of its owner's. */
export const isCommonPassword = (password: string, owner: PasswordOwner): boolean => {
  const [mailName = '', mailDomain = ''] = owner.email.split('@')
  const names = [mailName, mailName.split('+')[0] ?? '', mailDomain.split('.')[0] ?? '', owner.accountName]
  const own = new Set(names.flatMap(wordsOf))
  const forms = formsOf(password)
  return forms.some((form) => own.has(form) || (form.length >= MIN_COMMON && COMMON.has(form)))
}
