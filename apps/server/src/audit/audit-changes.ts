import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#server/container.ts'
import { writeAudit } from './write-audit.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** name in the contract, such as `dashboards.rename` */
    call?: string
  }
}

const isChange = ({ routeOptions: { config } }: FastifyRequest, status: number): boolean =>
  config.endpoint?.effect === 'change' && status < 400

/** What the call was made on: the values of its path. */
const targetOf = ({ params }: FastifyRequest): string | null => {
  const values = typeof params === 'object' && params !== null ? Object.values(params) : []
  return values.length > 0 ? values.join('/') : null
}

/**
 * Writes every change that a signed-in caller made, named as in the contract, before the answer leaves: what was acknowledged is
 * in the log. Public calls write their own lines, because only they know who it was.
 */
export const auditChanges = (app: FastifyInstance, deps: Pick<Deps, 'db' | 'clock' | 'log'>): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    const { caller } = request
    if (!caller || !isChange(request, reply.statusCode)) return payload
    const { accountId, userId } = caller
    const event = { action: request.routeOptions.config.call ?? '', accountId, userId, target: targetOf(request) }
    await writeAudit(deps, deps.db, { ip: request.ip, requestId: request.id }, event)
    return payload
  })
}
