import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { AuditDetails } from '#server/http/call.ts'
import { writeAudit } from './write-audit.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** name in the contract, such as `dashboards.rename` */
    call?: string
  }
  interface FastifyRequest {
    /** null: the line says all */
    auditDetails: AuditDetails | null
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
  app.decorateRequest('auditDetails', null)
  app.addHook('onSend', async (request, reply, payload) => {
    const { caller } = request
    if (!caller || !isChange(request, reply.statusCode)) return payload
    const { accountId, userId } = caller
    const action = request.routeOptions.config.call ?? ''
    const details = request.auditDetails ?? {}
    const event = { action, accountId, userId, target: targetOf(request), details }
    await writeAudit(deps, deps.db, { ip: request.ip, requestId: request.id }, event)
    return payload
  })
}
