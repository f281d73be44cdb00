import type { OpenAPI } from '@orpc/contract'
import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type { FastifyInstance } from 'fastify'
import { contract } from '#contract/contract.ts'
import { presentApiDocs } from './api-docs.present.ts'
import { API_BASE } from './endpoint-facts.ts'

const generator = () => new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })

/** The OpenAPI document of the contract, raw calls included. */
export const describeApi = async (version: string): Promise<OpenAPI.Document> =>
  generator().generate(contract, {
    info: { title: 'Cuvee', version },
    servers: [{ url: API_BASE }],
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  })

/** The document and a page to read it; both need no token and are made at the first request. */
export const registerApiDocs = (app: FastifyInstance, version: string): void => {
  let document: Promise<OpenAPI.Document> | null = null
  const described = () => {
    document ??= describeApi(version)
    return document
  }
  app.get(`${API_BASE}/openapi.json`, async () => described())
  app.get(`${API_BASE}/docs`, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(presentApiDocs(await described())),
  )
}
