import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { EndpointMeta } from '#contract/endpoint.ts'
import { Failure, fail, fieldPath } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { assertAccess } from '#server/http/access.ts'
import { disconnectSignal } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import type { Pipeline, ServedEndpoint } from '#server/http/pipeline.ts'
import { contentTools } from './content-tools.ts'
import { createCallApi, ToolFailure } from './inner-call.ts'
import { reportTools } from './report-tools.ts'
import { limitAnswer, type Tool } from './tool.ts'

const TOOLS: readonly Tool[] = [...reportTools, ...contentTools]

/** Whoever may call the API at all; each tool's own calls decide about the rest. */
const META: EndpointMeta = {
  access: 'signedIn',
  effect: 'read',
  transport: 'raw',
  takesNoShare: 'each call that its tools make takes one, and would wait for its own',
}

const INSTRUCTIONS = `Cuvee holds a winery's sales, orders, customers, clubs, inventory and tastings.
Every answer has a provenance: the call that answers the same, its range, definition and the age of the data. Quote it with numbers.
Ask first; for more control use search_catalog and run_report. Never compute a total from rows: totals and rowCount are in the answer.`

const metasOf = ({ calls }: Tool): EndpointMeta[] => calls.map((endpoint) => endpoint['~orpc'].meta)

const isOffered = (caller: Caller, tool: Tool): boolean => {
  try {
    for (const meta of metasOf(tool)) assertAccess(caller, meta)
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

const describeTool = (tool: Tool) => {
  const { name, title, description, input } = tool
  const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: 'input' })
  const annotations = { readOnlyHint: metasOf(tool).every(({ effect }) => effect === 'read'), openWorldHint: false }
  return { name, title, description, inputSchema: { ...inputSchema, type: 'object' as const }, annotations }
}

const present = (content: unknown, isError = false): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(content) }],
  ...(isError ? { isError } : {}),
})

/** What a client can correct is a result that a model reads. Everything else is a fault, which is logged and not shown. */
const presentFailure = (error: unknown, { log }: Pick<FastifyRequest, 'log'>): CallToolResult => {
  if (error instanceof ToolFailure) return present({ status: error.status, errors: error.errors }, true)
  if (!(error instanceof z.ZodError)) {
    log.error({ err: error }, 'an MCP tool failed')
    return present(
      { status: 500, errors: [{ code: 'server.unexpected', message: 'An unexpected error occurred' }] },
      true,
    )
  }
  const errors = error.issues.map(({ path, message }) => ({ code: 'request.invalid', message, field: fieldPath(path) }))
  return present({ status: 400, errors }, true)
}

/** A server for one request: it has no state, so every request is authenticated, and a revoked key ends at once. */
const createServer = (app: FastifyInstance, request: FastifyRequest, caller: Caller, version: string): Server => {
  const server = new Server(
    { name: 'cuvee', title: 'Cuvee', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  const offered = TOOLS.filter((tool) => isOffered(caller, tool))
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: offered.map(describeTool) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = offered.find(({ name }) => name === params.name)
    if (!tool) return present({ errors: [{ message: `There is no tool ${params.name} for this key` }] }, true)
    try {
      const { answer, provenance } = await tool.run(createCallApi(app, request, signal), params.arguments)
      return present({ ...limitAnswer(answer), provenance })
    } catch (error) {
      return presentFailure(error, request)
    }
  })
  return server
}

/** The Model Context Protocol over Streamable HTTP at `/mcp`: tools that make calls of the API as their caller. */
export const registerMcp = (
  app: FastifyInstance,
  { env, publicUrl, pipeline }: Deps & { readonly pipeline: Pipeline },
  version: string,
): void => {
  const origins = new Set([new URL(publicUrl).origin, ...env.CORS_ORIGINS])
  const serve: ServedEndpoint['serve'] = async (_deps, request, reply) => {
    const { caller, headers } = request
    if (!caller) throw fail('auth.invalid_token')
    // The protocol asks for it, against pages of other sites that reach a server on this computer.
    if (headers.origin !== undefined && !origins.has(headers.origin)) throw fail('request.misdirected')
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    const server = createServer(app, request, caller, version)
    await server.connect(transport)
    const answer = await transport.handleRequest(
      new Request(new URL(request.url, publicUrl), {
        method: 'POST',
        headers: Object.entries(headers).map(([name, value]) => [name, String(value)] satisfies [string, string]),
        signal: disconnectSignal(reply),
      }),
      { parsedBody: request.body },
    )
    reply.status(answer.status).headers(Object.fromEntries(answer.headers))
    return reply.send(await answer.text())
  }
  const facts = { method: 'POST', url: '/mcp', meta: META, successStatus: 200, isDetailed: false } as const
  app.route({
    method: facts.method,
    url: facts.url,
    config: { endpoint: META },
    handler: pipeline({ facts, hasUnreadBody: false, serve }),
  })
  // There is no stream to listen to and no session to end; without these the web app would answer.
  app.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    handler: () => {
      throw fail('request.method_not_allowed', { allow: ['POST'] })
    },
  })
}
