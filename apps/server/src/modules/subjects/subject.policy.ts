import { fail } from '#contract/errors.ts'
import { isForRoles, isInPlan } from '#domain/navigation.ts'
import { SUBJECT_PAGES, type SubjectKind } from '#domain/subject-pages.ts'
import { routeAccess } from '#reports/navigation.ts'
import { assertPlan } from '#server/http/access.ts'
import type { Caller } from '#server/http/caller.ts'

type Reader = Pick<Caller, 'roles' | 'accountType'>

/** Whether the reader may open the list of a kind, and so its pages. */
export const mayOpen = ({ roles, accountType }: Reader, kind: SubjectKind): boolean => {
  const page = routeAccess(SUBJECT_PAGES[kind].path)
  return page !== null && isForRoles(page, roles) && isInPlan(page, accountType)
}

/**
 * Asserts that the reader may open the pages of a kind.
 *
 * @throws Failure `subject.not_found` for other roles, `account.not_in_plan` for other account types
 */
export const assertMayOpen = (reader: Reader, kind: SubjectKind): void => {
  const page = routeAccess(SUBJECT_PAGES[kind].path)
  if (page === null || !isForRoles(page, reader.roles)) throw fail('subject.not_found')
  if (page.accountTypes !== null) assertPlan(reader, page.accountTypes)
}
