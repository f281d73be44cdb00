import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { changeNote, createNote, listNotes, presentNote, removeNote, restoreNote } from './calendar.usecases.ts'

const { calendar } = signedIn

export const calendarRoutes: RoutesOf<'calendar'> = {
  list: calendar.list.handler(({ input, context: { deps, caller } }) => listNotes(deps, caller, input)),
  create: calendar.create.handler(async ({ input, context: { deps, caller, call } }) => {
    const row = await createNote(deps, caller, input)
    call.note({ name: row.title })
    return presentNote(row)
  }),
  update: calendar.update.handler(async ({ input: { params, body }, context: { deps, caller, call } }) => {
    const row = await changeNote(deps, caller, params.id, body)
    call.note({ name: row.title })
    return presentNote(row)
  }),
  remove: calendar.remove.handler(async ({ input: { id }, context: { deps, caller, call } }) => {
    const row = await removeNote(deps, caller, id)
    call.note({ name: row.title })
  }),
  restore: calendar.restore.handler(async ({ input: { id }, context: { deps, caller, call } }) => {
    const row = await restoreNote(deps, caller, id)
    call.note({ name: row.title })
    return presentNote(row)
  }),
}
