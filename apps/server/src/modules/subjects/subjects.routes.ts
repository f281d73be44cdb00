import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { searchRecords } from './search-records.usecases.ts'
import { assertMayOpen } from './subject.policy.ts'
import { subjectPage } from './subject-page.usecases.ts'

const NEVER = new AbortController().signal

export const subjectsRoutes: RoutesOf<'subjects'> = {
  get: signedIn.subjects.get.handler(({ input, context: { deps, caller }, signal = NEVER }) => {
    const { kind, ...key } = input
    assertMayOpen(caller, kind)
    return subjectPage(deps, caller, { kind, key }, signal)
  }),
  search: signedIn.subjects.search.handler(({ input, context: { deps, caller }, signal = NEVER }) =>
    searchRecords(deps, caller, input.q, signal),
  ),
}
