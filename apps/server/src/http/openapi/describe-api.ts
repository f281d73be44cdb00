import type { OpenAPI } from '@orpc/contract'
import { OpenAPIGenerator } from '@orpc/openapi'
import { traverseContractProcedures } from '@orpc/server'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { contract } from '#contract/contract.ts'
import { type EndpointMeta, needsPersonalKey, scopeFor } from '#contract/endpoint.ts'
import { PERMISSIONS } from '#domain/role.ts'
import { API_BASE, readEndpoint } from '../endpoint.ts'
import { BODIES } from './bodies.ts'
import { createComponents, withoutUnused } from './components.ts'

// Deeper than any schema: where it cuts, the same schema would differ by its place.
const converter = new ZodToJsonSchemaConverter({ maxStructureDepth: 100 })

const DESCRIPTION = `Programs send an API key, people the access token of a session, both as a bearer token. Lists, errors, limits and
repeated requests follow the conventions of the API guide. Amounts are in major units, days are local days of the account.`

/** The contract as OpenAPI with every schema in place, raw calls included. */
export const describeCalls = (version: string): Promise<OpenAPI.Document> =>
  new OpenAPIGenerator({ schemaConverters: [converter] }).generate(contract, {
    info: { title: 'Cuvee', version, description: DESCRIPTION },
    servers: [{ url: API_BASE }],
    security: [{ apiKey: [] }, { session: [] }],
  })

const ERROR_SCHEMAS = {
  ErrorItem: {
    type: 'object',
    required: ['code', 'message'],
    properties: {
      code: { type: 'string', description: 'What to act on', examples: ['dashboard.not_found'] },
      message: { type: 'string', description: 'For people; may change', examples: ['Dashboard not found'] },
      field: { type: 'string', description: 'The invalid field', examples: ['definition.filters[0].value'] },
    },
  },
  ErrorBody: {
    type: 'object',
    required: ['errors'],
    properties: {
      errors: { type: 'array', minItems: 1, items: { $ref: '#/components/schemas/ErrorItem' } },
      requestId: { type: 'string', description: 'Of faults, for support' },
    },
  },
} as const

const text = (description: string) => ({ description, schema: { type: 'string' } }) as const
const LIMIT_HEADERS = {
  'RateLimit-Policy': text('Limits that counted the request'),
  RateLimit: text('What is left of them'),
}

/** Responses of failed calls, by name, with their status. */
const FAILURES = {
  Invalid: ['400', 'The request is invalid; one entry per field'],
  Unauthorized: ['401', 'No key or token, or one that is wrong, expired or revoked'],
  NotInPlan: ['402', 'Not in the account’s plan, or the trial is over'],
  Forbidden: ['403', 'The scope of the key or the role of the user does not allow the call'],
  NotFound: ['404', 'Not there, or not yours'],
  Conflict: ['409', 'Conflicts with what is stored, such as a full list'],
  Stale: ['412', 'The record was changed since it was read'],
  TooMany: ['429', 'Too many requests; wait the seconds of Retry-After'],
  Fault: ['default', 'Another failure; 503 can be repeated after Retry-After'],
} as const
type FailureName = keyof typeof FAILURES

const RESPONSES = Object.fromEntries(
  Object.entries(FAILURES).map(([name, [status, description]]) => [
    name,
    {
      description,
      ...(status === '429' ? { headers: { 'Retry-After': text('Seconds'), ...LIMIT_HEADERS } } : {}),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
    },
  ]),
)

const failuresOf = (meta: EndpointMeta, path: string): readonly FailureName[] => {
  const isPublic = meta.access === 'public'
  const isChange = meta.effect === 'change'
  return [
    'Invalid',
    ...(isPublic ? [] : (['Unauthorized', 'Forbidden'] as const)),
    ...(!isPublic && (isChange || meta.accountTypes) ? (['NotInPlan'] as const) : []),
    ...(path.includes('{') ? (['NotFound'] as const) : []),
    ...(isChange ? (['Conflict', 'Stale'] as const) : []),
    ...(['TooMany', 'Fault'] as const),
  ]
}

/** Who may call it, in sentences. */
const accessText = (meta: EndpointMeta): string => {
  const { access, accountTypes } = meta
  if (access === 'public') return 'Needs no key or token.'
  const scope = scopeFor(meta)
  const kinds = needsPersonalKey(meta) ? ', personal keys only' : ''
  return [
    `Roles: ${PERMISSIONS[access].join(', ')}.`,
    scope === null ? 'Not for API keys.' : `API keys: scope ${scope}${kinds}.`,
    ...(accountTypes ? [`Plans: ${accountTypes.join(', ')}.`] : []),
  ].join(' ')
}

const complete = (operation: OpenAPI.OperationObject, name: string, path: string, meta: EndpointMeta): void => {
  operation.description = accessText(meta)
  if (meta.access === 'public') operation.security = []
  if (scopeFor(meta) === null && meta.access !== 'public') operation.security = [{ session: [] }]
  const { request, response } = BODIES[name] ?? {}
  const [status = '200'] = Object.keys(operation.responses ?? {})
  if (request) operation.requestBody = { required: true, content: request as never }
  const answered = response ? { description: 'OK', content: response } : operation.responses?.[status]
  const failures = failuresOf(meta, path).map((failure) => [
    FAILURES[failure][0],
    { $ref: `#/components/responses/${failure}` },
  ])
  operation.responses = { [status]: answered, ...Object.fromEntries(failures) } as never
  const { requestBody } = operation
  const json = requestBody && 'content' in requestBody ? requestBody.content['application/json'] : undefined
  if (json && meta.sample?.body) json.example = meta.sample.body
}

const METHODS = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const

/**
 * The OpenAPI document that clients are generated from: shared schemas are components, and every call has its errors, who may make it, an
 * example of its body, and the types of bodies that are not JSON.
 */
export const describeApi = async (version: string): Promise<OpenAPI.Document> => {
  const { schemas, refer } = await createComponents(converter)
  const calls = await describeCalls(version)
  const paths = refer(calls.paths) as NonNullable<OpenAPI.Document['paths']>
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: endpoint, path: names }) => {
    const { method, meta } = readEndpoint(endpoint)
    const path = endpoint['~orpc'].route.path ?? ''
    const operation = Object.hasOwn(METHODS, method)
      ? paths[path]?.[METHODS[method as keyof typeof METHODS]]
      : undefined
    if (operation) complete(operation, names.join('.'), path, meta)
  })
  return withoutUnused({
    ...calls,
    paths,
    components: {
      schemas: { ...schemas, ...ERROR_SCHEMAS } as never,
      responses: RESPONSES as never,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'cuvee_…',
          description: 'A personal or service API key',
        },
        session: { type: 'http', scheme: 'bearer', description: 'The access token of `POST /token`' },
      },
    },
  })
}
