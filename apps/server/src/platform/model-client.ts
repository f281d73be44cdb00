import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, isStepCount, type LanguageModel, type ToolSet } from 'ai'
import { type Dispatcher, fetch as plainFetch } from 'undici'
import { checkAddress } from '#connectors/kit/address.ts'
import { createGuardedAgent } from '#connectors/kit/guarded-agent.ts'
import { assertMayCallOut } from './outside-calls.ts'

/** A configured language model. `isGuarded`: a user entered its URL, so private addresses and redirects are refused. */
export interface ModelProvider {
  readonly url: string
  readonly key: string | null
  readonly model: string
  readonly isGuarded: boolean
  /** allows fake providers on this machine */
  readonly allowPrivate: boolean
}

export interface Prompt {
  readonly instructions: string
  readonly prompt: string
  /** 0: deterministic; omitted: the provider's default */
  readonly temperature?: number
}

const TIMEOUT_MS = 10_000
const LIMITS = { maxOutputTokens: 1_000, maxRetries: 0 }
/** Far above what that many tokens can be; a longer body is not an answer. */
const MAX_RESPONSE_BYTES = 200_000

class ResponseTooLargeError extends Error {
  override readonly name = 'ResponseTooLargeError'
}

const readBody = async (body: AsyncIterable<Uint8Array> | null): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > MAX_RESPONSE_BYTES) throw new ResponseTooLargeError()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Refuses redirects and limits the size of the response. */
const boundedFetch =
  (dispatcher: Dispatcher | undefined): typeof fetch =>
  async (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    const response = await plainFetch(address, {
      method: init?.method ?? 'POST',
      headers: new Headers(init?.headers),
      body: typeof init?.body === 'string' ? init.body : null,
      signal: init?.signal ?? null,
      redirect: 'error',
      ...(dispatcher ? { dispatcher } : {}),
    })
    const { status, headers } = response
    const type = headers.get('content-type') ?? 'application/json'
    return new Response(new Uint8Array(await readBody(response.body)), { status, headers: { 'content-type': type } })
  }

/** @throws errors of the provider or the network, `AddressNotAllowed` */
const withModel = async <T>(provider: ModelProvider, work: (model: LanguageModel) => Promise<T>): Promise<T> => {
  assertMayCallOut('language model')
  const { url, key, model, isGuarded, allowPrivate } = provider
  if (isGuarded) checkAddress(url, { allowPrivate })
  const agent = isGuarded ? createGuardedAgent({ allowPrivate }) : undefined
  const client = createOpenAICompatible({
    name: 'configured',
    baseURL: url,
    fetch: boundedFetch(agent),
    ...(key === null ? {} : { apiKey: key }),
  })
  try {
    return await work(client.chatModel(model))
  } finally {
    await agent?.destroy()
  }
}

/** Asks the model. @throws errors of the provider or the network, `AddressNotAllowed`, a timeout */
export const generateModelText = (provider: ModelProvider, prompt: Prompt, signal: AbortSignal): Promise<string> =>
  withModel(provider, async (model) => {
    const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
    return (await generateText({ model, ...prompt, ...LIMITS, abortSignal })).text
  })

interface PromptWithTools extends Prompt {
  readonly tools: ToolSet
  /** answers of the model, each of which may use tools */
  readonly maxSteps: number
}

/** What the model says after it used its tools; null where it was not done after its steps. Errors as of `generateModelText`. */
export const runModel = (
  provider: ModelProvider,
  { maxSteps, ...prompt }: PromptWithTools,
  abortSignal: AbortSignal,
): Promise<string | null> =>
  withModel(provider, async (model) => {
    const stopWhen = isStepCount(maxSteps)
    const { text, finishReason } = await generateText({ model, ...prompt, ...LIMITS, stopWhen, abortSignal })
    return finishReason === 'tool-calls' ? null : text
  })
