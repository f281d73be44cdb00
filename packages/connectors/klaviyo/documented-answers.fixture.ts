import type { DocumentedForm } from '../kit/documented-form.fixture.ts'
import type { FakeCall } from '../kit/fake-server.fixture.ts'

import { ACCOUNT, CAMPAIGN, MESSAGE, RESULT } from './samples.fixture.ts'

const LINKS = { self: 'https://a.klaviyo.com/api/campaigns' }
const CAMPAIGNS = { data: [CAMPAIGN], included: [MESSAGE] }

const ANSWERS: Readonly<Record<string, DocumentedForm>> = {
  '/api/accounts': { samples: [{ data: [ACCOUNT] }] },
  '/api/metrics': { samples: [{ data: [{ type: 'metric', id: 'RESQ6t' }] }] },
  '/api/campaigns': {
    samples: [
      { ...CAMPAIGNS, links: LINKS },
      {
        ...CAMPAIGNS,
        links: { ...LINKS, next: `${LINKS.self}?page%5Bcursor%5D=WzE2NDA5OTUyMDAsICIzYzRjeXdGTndadyIsIHRydWVd` },
      },
    ],
  },
  '/api/campaign-values-reports': {
    samples: [{ data: { type: 'campaign-values-report', attributes: { results: [RESULT] } } }],
  },
}

export const documentedAnswer = ({ path }: FakeCall): DocumentedForm | null => ANSWERS[path] ?? null
