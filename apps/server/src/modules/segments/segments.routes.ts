import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { changeSegment, createSegment, listSegments, readSegment, removeSegment } from './segments.usecases.ts'

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
}
