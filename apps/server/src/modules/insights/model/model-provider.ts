import type { Deps } from '#server/deps.ts'
import type { ModelProvider } from '#server/platform/model-client.ts'
import { openBox } from '#server/platform/sealed-box.ts'
import { MODEL_BOX } from '../settings.usecases.ts'
import type { StoredSettings } from '../store/settings.repo.ts'

const DEFAULT_MODEL = 'default'

type Parts = Pick<Deps, 'env' | 'keys' | 'platforms' | 'log'>

/** The account's own provider, or else the installation's; null for neither, or when the account's key cannot be decrypted. */
export const modelProvider = (
  { env, keys, platforms, log }: Parts,
  accountId: number,
  { modelUrl, modelName, modelKey }: StoredSettings,
): ModelProvider | null => {
  const { allowPrivate } = platforms
  if (modelUrl === null) {
    const { MODEL_URL: url, MODEL_KEY: key = null, MODEL_NAME: model } = env
    return url === undefined ? null : { url, key, model, isGuarded: false, allowPrivate }
  }
  try {
    const key = modelKey === null ? null : openBox(keys, { accountId, serviceId: MODEL_BOX }, modelKey)
    return { url: modelUrl, key, model: modelName ?? DEFAULT_MODEL, isGuarded: true, allowPrivate }
  } catch {
    log.warn({ accountId }, 'language model key cannot be decrypted')
    return null
  }
}
