import records from './samples/records.json' with { type: 'json' }

/** Records as the documentation shows them. Each file names its source. */
export const { CAMPAIGN, LIST, MEMBER, TAG, SEGMENT, CHANGE } = records.records
