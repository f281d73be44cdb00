/** What an insight is about. `value` is the group's value in the catalog's column; the account as a whole has none. */
export type Subject =
  | { readonly kind: 'account' }
  | { readonly kind: 'channel' | 'product' | 'club' | 'teamMember' | 'service'; readonly value: string }

export type SubjectKind = Subject['kind']

export const ACCOUNT: Subject = { kind: 'account' }

export const subjectKey = (subject: Subject): string =>
  subject.kind === 'account' ? 'account' : `${subject.kind} ${subject.value}`

export const isSameSubject = (a: Subject, b: Subject): boolean => subjectKey(a) === subjectKey(b)
