import { services } from '#contract/services.ts'
import { openRawRoute } from '#server/http/raw-route.ts'
import { receiveEvent } from './receive-event.usecases.ts'

/** `POST /service/{id}/webhook/{secret}`: takes the raw body, because signatures cover its bytes. */
export const webhookRoute = openRawRoute(
  services.webhook,
  async ({ input: { id, secret }, request, reply, deps }) => {
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
    )
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    await receiveEvent(deps, { id, secret, headers, body })
    return reply.send()
  },
  { body: 'bytes' },
)
