import type { DigestCadence, Sensitivity, ShareablePart } from '#domain/insight-settings.ts'
import { INSIGHT_KIND_IDS, type InsightKind } from '#insights/registry.ts'
import type { Db } from '#server/db/database.ts'

export interface StoredSettings {
  readonly kinds: readonly InsightKind[]
  readonly sensitivity: Sensitivity
  readonly cadence: DigestCadence
  /** user ids; null: the account's administrators */
  readonly recipients: readonly string[] | null
  readonly mayLeave: readonly ShareablePart[]
  /** false: nothing is sent to a model, whoever configured one */
  readonly usesModel: boolean
  readonly modelUrl: string | null
  readonly modelName: string | null
  /** sealed */
  readonly modelKey: Buffer | null
}

/** Figures and product names are not personal data. */
const STANDARD: StoredSettings = {
  kinds: INSIGHT_KIND_IDS,
  sensitivity: 'balanced',
  cadence: 'daily',
  recipients: null,
  mayLeave: ['figures', 'productNames', 'clubNames'],
  usesModel: true,
  modelUrl: null,
  modelName: null,
  modelKey: null,
}

export const readSettings = async (db: Db, accountId: number): Promise<StoredSettings> => {
  const row = await db.selectFrom('insight_settings').selectAll().where('account_id', '=', accountId).executeTakeFirst()
  if (!row) return STANDARD
  return {
    kinds: row.kinds ?? STANDARD.kinds,
    sensitivity: row.sensitivity ?? STANDARD.sensitivity,
    cadence: row.cadence ?? STANDARD.cadence,
    recipients: row.recipients,
    mayLeave: row.may_leave ?? STANDARD.mayLeave,
    usesModel: row.uses_model,
    modelUrl: row.model_url,
    modelName: row.model_name,
    modelKey: row.model_key,
  }
}

export const writeSettings = async (db: Db, accountId: number, settings: StoredSettings, at: Date): Promise<void> => {
  const values = {
    kinds: JSON.stringify(settings.kinds),
    sensitivity: settings.sensitivity,
    cadence: settings.cadence,
    recipients: settings.recipients === null ? null : JSON.stringify(settings.recipients),
    may_leave: JSON.stringify(settings.mayLeave),
    uses_model: settings.usesModel,
    model_url: settings.modelUrl,
    model_name: settings.modelName,
    model_key: settings.modelKey,
    updated_at: at,
  }
  await db
    .insertInto('insight_settings')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute()
}
