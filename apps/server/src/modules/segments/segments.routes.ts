import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { changeSegment, createSegment, listSegments, readSegment, removeSegment } from './segments.usecases.ts'
import { checkSend, listAudiences, listSends, presentSend, startSend, stopSend } from './sends.usecases.ts'

const { segments } = signedIn

export const segmentsRoutes: RoutesOf<'segments'> = {
  list: segments.list.handler(({ context: { deps, caller } }) => listSegments(deps, caller)),
  get: segments.get.handler(({ input: { id }, context: { deps, caller } }) => readSegment(deps, caller, id)),
  create: segments.create.handler(({ input, context: { deps, caller, call } }) => {
    call.note({ name: input.name })
    return createSegment(deps, caller, input)
  }),
  update: segments.update.handler(({ input: { params, body }, context: { deps, caller, call } }) => {
    call.note({ name: body.name })
    return changeSegment(deps, caller, params.id, body)
  }),
  remove: segments.remove.handler(async ({ input: { id }, context: { deps, caller, call } }) => {
    call.note({ name: await removeSegment(deps, caller, id) })
  }),
  audiences: segments.audiences.handler(({ context: { deps, caller, call } }) =>
    listAudiences(deps, caller, call.signal),
  ),
  sends: segments.sends.handler(({ input: { id }, context: { deps, caller } }) => listSends(deps, caller, id)),
  check: segments.check.handler(async ({ input: { params, body }, context: { deps, caller, call } }) => {
    call.note({ audience: body.name })
    return presentSend(await checkSend(deps, caller, params.id, body))
  }),
  send: segments.send.handler(async ({ input: { sendId }, context: { deps, caller, call } }) => {
    const row = await startSend(deps, caller, sendId)
    call.note({ audience: row.audience })
    return presentSend(row)
  }),
  stop: segments.stop.handler(async ({ input: { sendId }, context: { deps, caller } }) =>
    presentSend(await stopSend(deps, caller, sendId)),
  ),
}
