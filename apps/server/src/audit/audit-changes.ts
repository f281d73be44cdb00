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
    /** null: no details */
    auditDetails: AuditDetails | null
  }
}

/** Changes, and reads with an audit label, such as exports. */
const isAudited = ({ routeOptions: { config } }: FastifyRequest, status: number): boolean =>
  (config.endpoint?.effect === 'change' || config.endpoint?.audit !== undefined) && status < 400

/** The target of the request: the values of the path parameters. */
const targetOf = ({ params }: FastifyRequest): string | null => {
  const values = typeof params === 'object' && params !== null ? Object.values(params) : []
  return values.length > 0 ? values.join('/') : null
}

/**
 * Writes an entry for every change and export by a signed-in caller, named as in the contract, before the response is sent, so that every
 * acknowledged one is in the log. Public endpoints write their own entries, because only they know the user.
 */
export const auditChanges = (app: FastifyInstance, deps: Deps): void => {
  app.decorateRequest('auditDetails', null)
  app.addHook('onSend', async (request, reply, payload) => {
    const { caller } = request
    if (!caller || !isAudited(request, reply.statusCode)) return payload
    const { accountId, userId, apiKey } = caller
    const action = request.routeOptions.config.call ?? ''
    const details = request.auditDetails ?? {}
    const event = { action, accountId, userId, target: targetOf(request), details }
    await writeAudit(deps, deps.db, { ip: request.ip, requestId: request.id, apiKey }, event)
    return payload
  })
}
