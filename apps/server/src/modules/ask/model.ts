import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText } from 'ai'
import type { Env } from '#server/env.ts'
import { INSTRUCTIONS } from './model-prompt.ts'

/** How long somebody waits for a model before the grammar's word stands. */
const PATIENCE_MS = 10_000
const MOST_TOKENS = 1_000

type ModelEnv = Pick<Env, 'MODEL_URL' | 'MODEL_KEY' | 'MODEL_NAME'>

/** A model's text to a prompt; null where none is set up. Throws what the provider or the network throws, and when it takes too long. */
export const textOfModel = async (
  { MODEL_URL, MODEL_KEY, MODEL_NAME }: ModelEnv,
  prompt: string,
  signal: AbortSignal,
): Promise<string | null> => {
  if (MODEL_URL === undefined) return null
  const provider = createOpenAICompatible({
    name: 'configured',
    baseURL: MODEL_URL,
    ...(MODEL_KEY === undefined ? {} : { apiKey: MODEL_KEY }),
  })
  const { text } = await generateText({
    model: provider.chatModel(MODEL_NAME),
    instructions: INSTRUCTIONS,
    prompt,
    temperature: 0,
    maxOutputTokens: MOST_TOKENS,
    maxRetries: 0,
    abortSignal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
  })
  return text
}
