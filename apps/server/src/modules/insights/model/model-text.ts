import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText } from 'ai'
import { type Dispatcher, fetch as plainFetch } from 'undici'
import { checkAddress } from '#connectors/kit/address.ts'
import { createGuardedAgent } from '#connectors/kit/guarded-agent.ts'

/** A provider that is asked: `isGuarded` where a user gave its address. */
export interface Provider {
  readonly url: string
  readonly key: string | null
  readonly model: string
  readonly isGuarded: boolean
  /** fake providers on this machine */
  readonly allowPrivate: boolean
}

export interface Prompt {
  readonly instructions: string
  readonly prompt: string
  /** 0: the likeliest answer; left out: as the provider has it */
  readonly temperature?: number
}

const PATIENCE_MS = 10_000
const MOST_TOKENS = 1_000
/** More than any answer of so many tokens; what goes on is no answer. */
const MOST_BYTES = 200_000

class TooMuch extends Error {
  override readonly name = 'TooMuch'
}

const readWhole = async (body: AsyncIterable<Uint8Array> | null): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > MOST_BYTES) throw new TooMuch()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Follows no redirects, wherever they lead, and reads no more than an answer can have. */
const boundedFetch =
  (dispatcher: Dispatcher | undefined): typeof fetch =>
  async (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    const answer = await plainFetch(address, {
      method: init?.method ?? 'POST',
      headers: new Headers(init?.headers),
      body: typeof init?.body === 'string' ? init.body : null,
      signal: init?.signal ?? null,
      redirect: 'error',
      ...(dispatcher ? { dispatcher } : {}),
    })
    const { status, headers } = answer
    const type = headers.get('content-type') ?? 'application/json'
    return new Response(new Uint8Array(await readWhole(answer.body)), { status, headers: { 'content-type': type } })
  }

/** A model's text to a prompt. Throws what the provider or the network throws, `AddressRefused`, and when it takes too long. */
export const modelText = async (provider: Provider, prompt: Prompt, signal: AbortSignal): Promise<string> => {
  const { url, key, model, isGuarded, allowPrivate } = provider
  if (isGuarded) checkAddress(url, { allowPrivate })
  const agent = isGuarded ? createGuardedAgent({ allowPrivate }) : undefined
  const made = createOpenAICompatible({
    name: 'configured',
    baseURL: url,
    fetch: boundedFetch(agent),
    ...(key === null ? {} : { apiKey: key }),
  })
  try {
    const { text } = await generateText({
      model: made.chatModel(model),
      ...prompt,
      maxOutputTokens: MOST_TOKENS,
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    })
    return text
  } finally {
    await agent?.destroy()
  }
}
