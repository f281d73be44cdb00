import { unscoped } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { ModelProvider } from '#server/platform/model-client.ts'
import { isSealedWithCurrentKey, openBox, SealedBoxError, sealBox } from '#server/platform/sealed-box.ts'
import { MODEL_BOX } from '../settings.usecases.ts'
import type { StoredSettings } from '../store/settings.repo.ts'

const DEFAULT_MODEL = 'default'

/** The account's own provider, or else the installation's; null for neither, when the account uses none, or when the account's key cannot be decrypted. */
export const modelProvider = (
  { env, keys, platforms, log }: Deps,
  accountId: number,
  { usesModel, modelUrl, modelName, modelKey }: StoredSettings,
): ModelProvider | null => {
  if (!usesModel) return null
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

/** Encrypts the model keys of all accounts with the current master key. Idempotent; a key that cannot be read stays as it is. */
export const renewModelKeys = async ({ db, keys, log }: Deps): Promise<void> => {
  const rows = await unscoped(db)
    .selectFrom('insight_settings')
    .select(['account_id', 'model_key'])
    .where('model_key', 'is not', null)
    .execute()
  for (const { account_id: accountId, model_key: box } of rows) {
    if (box === null || isSealedWithCurrentKey(keys, box)) continue
    const owner = { accountId, serviceId: MODEL_BOX }
    try {
      await db
        .updateTable('insight_settings')
        .set({ model_key: sealBox(keys, owner, openBox(keys, owner, box)) })
        .where((eb) => eb.and({ account_id: accountId, model_key: box }))
        .execute()
    } catch (error) {
      if (!(error instanceof SealedBoxError)) throw error
      log.error({ err: error, accountId }, 'language model key cannot be decrypted')
    }
  }
}
