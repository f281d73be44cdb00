import { parseArgs } from 'node:util'
import { z } from 'zod'
import { Email, Password } from '#contract/fields.ts'
import { ACCOUNT_TYPES, BILLING_SOURCES } from '#domain/plan.ts'
import { ROLES } from '#domain/role.ts'
import { StartFailure } from '#server/runtime.ts'

const USAGE =
  'npm run account -- <email> [--type Micro] [--trial-ends 2026-01-01|never] [--roles User,PowerUser] [--billing Direct|Microsoft|Stripe] [--subscription <marketplace id>] [--new-key] [--password … to make it, --name <winery>]'

const Roles = z
  .string()
  .transform((list) => list.split(',').map((role) => role.trim()))
  .pipe(z.array(z.enum(ROLES)).min(1))

const TrialEnd = z.union([z.literal('never').transform(() => null), z.iso.date(), z.iso.datetime()])

const AccountChange = z.strictObject({
  email: Email,
  type: z.enum(ACCOUNT_TYPES).optional(),
  'trial-ends': TrialEnd.optional(),
  roles: Roles.optional(),
  billing: z.enum(BILLING_SOURCES).optional(),
  /** of a marketplace */
  subscription: z.string().trim().min(1).max(100).optional(),
  password: Password.optional(),
  name: z.string().min(1).max(100).optional(),
  'new-key': z.boolean().optional(),
})
export type AccountChange = z.infer<typeof AccountChange>

const text = { type: 'string' } as const
const OPTIONS = {
  type: text,
  'trial-ends': text,
  roles: text,
  billing: text,
  subscription: text,
  password: text,
  name: text,
  'new-key': { type: 'boolean' },
} as const

/** Parses the arguments of the account command. @throws StartFailure naming the invalid argument */
export const readAccountChange = (args: readonly string[]): AccountChange => {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
    const [email, ...extra] = positionals
    if (extra.length > 0) throw new Error(`unexpected: ${extra.join(' ')}`)
    return assertLink(AccountChange.parse({ ...values, email }))
  } catch (error) {
    throw new StartFailure(`${messageOf(error)}\n${USAGE}`, { cause: error })
  }
}

const assertLink = (change: AccountChange): AccountChange => {
  const { billing, subscription } = change
  if ((billing === 'Microsoft') !== (subscription !== undefined))
    throw new Error('--billing Microsoft and --subscription go together')
  return change
}

const messageOf = (error: unknown): string => {
  if (!(error instanceof z.ZodError)) return error instanceof Error ? error.message : String(error)
  const [issue] = error.issues
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`
}
