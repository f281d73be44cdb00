import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { Run } from '#contract/runs.ts'
import { Service } from '#contract/services.ts'
import type { Member, TestClient } from '#testkit/test-client.ts'

const BOUNDARY = 'cuvee-test-boundary'

/** Common steps of tests of services. */
export const serviceCalls = (t: Pick<TestClient, 'call'> & { readonly app: Pick<FastifyInstance, 'inject'> }) => {
  const addService = async ({ token }: Pick<Member, 'token'>, type = 'csv'): Promise<Service> => {
    const body = { type, name: `My ${type}`, settings: type === 'sample' ? { orders: 2000 } : {} }
    return Service.parse((await t.call('POST', '/service', { token, body })).json())
  }
  const send = (token: string, url: string, payload: Buffer, type: string): Promise<LightMyRequestResponse> =>
    t.app.inject({
      method: 'POST',
      url: `/api${url}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      payload,
    })
  const upload = (
    { token }: Pick<Member, 'token'>,
    serviceId: string,
    file: Buffer | string | readonly (readonly [name: string, content: string])[],
    fields: Readonly<Record<string, string>> = {},
  ) => {
    const files = typeof file === 'string' || Buffer.isBuffer(file) ? [['orders.csv', file] as const] : file
    const texts = Object.entries(fields).map(
      ([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    const head = (name: string) =>
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`
    const parts = files.flatMap(([name, content]) => [
      Buffer.from(head(name)),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ])
    const payload = Buffer.concat([Buffer.from(texts.join('')), ...parts, Buffer.from(`--${BOUNDARY}--\r\n`)])
    return send(token, `/service/${serviceId}/upload`, payload, `multipart/form-data; boundary=${BOUNDARY}`)
  }
  const stage = ({ token }: Pick<Member, 'token'>, serviceId: string, file: Buffer | string) =>
    send(token, `/service/${serviceId}/files?name=orders.csv`, Buffer.from(file), 'text/csv')
  const runOf = async ({ token }: Pick<Member, 'token'>, serviceId: string, runId: string): Promise<Run> =>
    Run.parse((await t.call('GET', `/service/${serviceId}/runs/${runId}`, { token })).json())
  const ended = async (member: Pick<Member, 'token'>, serviceId: string, runId: string): Promise<Run> => {
    for (;;) {
      const run = await runOf(member, serviceId, runId)
      if (run.status !== 'queued' && run.status !== 'running') return run
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  /** uploads a file and waits until the run ends */
  const imported = async (
    member: Pick<Member, 'token'>,
    serviceId: string,
    file: Parameters<typeof upload>[2],
    fields: Readonly<Record<string, string>> = {},
  ): Promise<Run> => {
    const response = await upload(member, serviceId, file, fields)
    if (response.statusCode !== 202) throw new Error(`${response.statusCode}: ${response.body}`)
    return ended(member, serviceId, response.json<{ runId: string }>().runId)
  }
  return { addService, upload, stage, runOf, ended, imported }
}
