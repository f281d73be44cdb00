import { createRootRouteWithContext, createRoute, redirect, lazyRouteComponent as screen } from '@tanstack/react-router'
import type { PageAccess } from '#domain/navigation.ts'
import { SUBJECT_PAGES } from '#domain/subject-pages.ts'
import { PAGES, REPORT_PATHS } from '#reports/navigation.ts'
import { decideAccess } from './access-decision.ts'
import { CenteredLayout, PlainLayout, RootLayout, RouteError } from './layout/layouts.tsx'
import type { Runtime } from './runtime.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** who may open the page, and its title; layouts have none */
    page?: PageAccess
  }
}

const notFoundPage: PageAccess = { login: false, title: 'Page not found', roles: null, accountTypes: null }

const pageAt = (path: string): PageAccess => PAGES.get(path) ?? notFoundPage

const rootRoute = createRootRouteWithContext<{ runtime: Runtime }>()({
  component: RootLayout,
  errorComponent: RouteError,
  beforeLoad: ({ context, location, matches }) => {
    const access = matches.findLast(({ staticData }) => staticData.page)?.staticData.page ?? notFoundPage
    const roles = context.runtime.session.current()?.user?.roles ?? null
    const decision = decideAccess({ path: location.pathname, fullPath: location.href, access, roles })
    if (decision.kind === 'home') throw redirect({ to: '/', replace: true })
    if (decision.kind === 'unauthorized') throw redirect({ to: '/error/unauthorized', replace: true })
    if (decision.kind === 'sign-in') {
      throw redirect({ to: '/sign-in', search: { redirect: decision.redirect }, replace: true })
    }
  },
})

const frame = createRoute({
  getParentRoute: () => rootRoute,
  id: 'frame',
  component: screen(() => import('./layout/dashboard-layout.tsx'), 'DashboardLayout'),
})
const centered = createRoute({ getParentRoute: () => rootRoute, id: 'centred', component: CenteredLayout })
const plain = createRoute({ getParentRoute: () => rootRoute, id: 'plain', component: PlainLayout })

const dashboardPage = screen(() => import('#web/features/dashboard/dashboard-screen.tsx'), 'DashboardPage')
const homePage = screen(() => import('#web/features/dashboard/dashboard-screen.tsx'), 'HomePage')
const servicesPage = screen(() => import('../features/services/services-screen.tsx'), 'ServicesScreen')
const servicePage = screen(() => import('../features/services/service-screen.tsx'), 'ServiceScreen')

const connectedPage = screen(() => import('../features/services/connect/connected-screen.tsx'), 'ConnectedScreen')
const addServicePage = screen(() => import('../features/services/connect/add-service-screen.tsx'), 'AddServiceScreen')
const editServicePage = screen(
  () => import('../features/services/connect/edit-service-screen.tsx'),
  'EditServiceScreen',
)
const runPage = screen(() => import('../features/services/runs/run-screen.tsx'), 'RunScreen')
const quarantinedRecordsPage = screen(
  () => import('#web/features/services/runs/quarantined-records.tsx'),
  'QuarantinedRecordsScreen',
)
const reconciliationPage = screen(
  () => import('../features/reconciliation/reconciliation-screen.tsx'),
  'ReconciliationScreen',
)
const dataHealthPage = screen(() => import('../features/data-health/data-health-screen.tsx'), 'DataHealthScreen')

const builtInReport = screen(() => import('../features/reports/report-page.tsx'), 'BuiltInReportPage')
const savedReport = screen(() => import('../features/reports/report-page.tsx'), 'SavedReportPage')

const subjectPage = screen(() => import('../features/subjects/subject-screen.tsx'), 'SubjectScreen')

const savedReportLists = () => import('../features/reports/my-reports/report-lists-screen.tsx')
const adminPages = () => import('../features/account-settings/admin-pages.tsx')
const builderScreens = () => import('../features/reports/builder/builder-screen.tsx')

const framePages = {
  '/': homePage,
  '/dashboard': dashboardPage,
  '/dashboard/$slug': dashboardPage,
  '/dashboards': screen(() => import('../features/dashboard-sharing/dashboards-screen.tsx'), 'DashboardsScreen'),
  '/notifications': screen(() => import('../features/notifications/notifications-screen.tsx'), 'NotificationsScreen'),
  '/admin/services': servicesPage,
  '/admin/services/$serviceId': servicePage,
  '/admin/settings': screen(() => import('../features/account-settings/settings-screen.tsx'), 'SettingsScreen'),
  '/admin/tasting-experiences': screen(
    () => import('#web/features/product-choices/tasting-experiences-screen.tsx'),
    'TastingExperiencesScreen',
  ),
  '/admin/club-signup-products': screen(
    () => import('#web/features/product-choices/club-signup-products-screen.tsx'),
    'ClubSignupProductsScreen',
  ),
  '/admin/users': screen(() => import('../features/users/users-screen.tsx'), 'UsersScreen'),
  '/admin/invitations': screen(() => import('../features/invitations/invitations-screen.tsx'), 'InvitationsScreen'),
  '/admin/security': screen(adminPages, 'SecurityPages'),
  '/admin/developers': screen(adminPages, 'DeveloperPages'),
  '/billing': screen(() => import('../features/billing/billing-screen.tsx'), 'BillingScreen'),
  '/profile': screen(() => import('../features/profile/profile-screen.tsx'), 'ProfileScreen'),
  '/security': screen(() => import('../features/second-factor/security-screen.tsx'), 'SecurityScreen'),
  '/webhooks': screen(() => import('../features/webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
  '/api-keys': screen(() => import('../features/api-keys/api-keys-screen.tsx'), 'ApiKeysScreen'),
  '/change-password': screen(() => import('../features/password/change-password-screen.tsx'), 'ChangePasswordScreen'),
  ...Object.fromEntries(REPORT_PATHS.map((path) => [path, builtInReport])),
  ...Object.fromEntries(Object.values(SUBJECT_PAGES).map(({ path }) => [`${path}/$id`, subjectPage])),
  '/clubs/$id/next-release': screen(
    () => import('../features/release-plan/release-plan-screen.tsx'),
    'ReleasePlanScreen',
  ),
  '/reports/explore': screen(() => import('../features/reports/report-page.tsx'), 'ExploredReportPage'),
  '/reports/my/$id': savedReport,
  '/reports/my-reports': screen(savedReportLists, 'MyReportsScreen'),
  '/reports/shared-reports': screen(savedReportLists, 'SharedReportsScreen'),
  '/reports/my/new': screen(builderScreens, 'NewReportScreen'),
  '/alerts': screen(() => import('../features/alerts/alerts-screen.tsx'), 'AlertsScreen'),
  '/plan': screen(() => import('../features/plan/plan-screen.tsx'), 'PlanScreen'),
  '/calendar': screen(() => import('../features/calendar/calendar-screen.tsx'), 'CalendarScreen'),
  '/segments': screen(() => import('../features/segments/segments-screen.tsx'), 'SegmentsScreen'),
  '/segments/$id': screen(() => import('../features/segments/segment-screen.tsx'), 'SegmentScreen'),
  '/ask': screen(() => import('../features/ask/ask-screen.tsx'), 'AskScreen'),
  '/ai/insights': screen(() => import('../features/insights/insights-screen.tsx'), 'InsightsScreen'),
  '/ai/insights/$id': screen(() => import('../features/insights/detail/insight-screen.tsx'), 'InsightScreen'),
  '/ai/save-list': screen(() => import('../features/save-list/save-list-screen.tsx'), 'SaveListScreen'),
  '/ai/settings': screen(() => import('../features/insights/settings/settings-screen.tsx'), 'AiSettingsScreen'),
}

const signInPages = {
  '/sign-in': screen(() => import('../features/auth/sign-in-screen.tsx'), 'SignInScreen'),
  '/single-sign-on': screen(() => import('../features/sign-on/sign-on-screen.tsx'), 'SignOnScreen'),
  '/sign-in/return': screen(() => import('../features/sign-on/sign-on-return-screen.tsx'), 'SignOnReturnScreen'),
  '/register': screen(() => import('../features/auth/register-screen.tsx'), 'RegisterScreen'),
  '/forgot-password': screen(() => import('#web/features/auth/password-reset-screens.tsx'), 'ForgotPasswordScreen'),
  '/reset-password': screen(() => import('#web/features/auth/password-reset-screens.tsx'), 'ResetPasswordScreen'),
  '/verify-email': screen(() => import('../features/auth/verify-email-screen.tsx'), 'VerifyEmailScreen'),
  '/undo-email-change': screen(
    () => import('#web/features/auth/undo-email-change-screen.tsx'),
    'UndoEmailChangeScreen',
  ),
  '/second-factor': screen(() => import('../features/second-factor/setup-screen.tsx'), 'SetupScreen'),
  '/join': screen(() => import('../features/join/join-screen.tsx'), 'JoinScreen'),
  '/billing/stripe/return': screen(
    () => import('../features/billing/payment-return-screen.tsx'),
    'PaymentReturnScreen',
  ),
}

/** The page whose access rule and title a path with parameters shares. */
const listPath = (path: string): string => path.replace(/\/\$\w+$/, '')

const route = <P extends typeof frame | typeof centered | typeof plain>(
  parent: P,
  path: string,
  component: ReturnType<typeof screen>,
  page: PageAccess = pageAt(listPath(path)),
) => createRoute({ getParentRoute: () => parent, path, component, staticData: { page } })

/** Subpages of the services list: the list's access rule, each with its own title. */
const serviceSubpages = [
  ['/new', addServicePage, 'Add service'],
  ['/connected', connectedPage, 'Connect a platform'],
  ['/health', dataHealthPage, 'Data health'],
  ['/$serviceId/edit', editServicePage, 'Edit service'],
  ['/$serviceId/runs/$runId', runPage, 'Run'],
  ['/$serviceId/set-aside', quarantinedRecordsPage, 'Skipped records'],
  ['/$serviceId/reconciliation', reconciliationPage, 'Compare totals'],
] as const

const frameRoutes = [
  ...Object.entries(framePages).map(([path, component]) => route(frame, path, component)),
  route(frame, '/reports/my/$id/edit', screen(builderScreens, 'EditReportScreen'), {
    ...pageAt('/reports/my/new'),
    title: 'Edit report',
  }),
  route(
    frame,
    '/admin/settings/audit',
    screen(() => import('../features/audit-log/audit-log-screen.tsx'), 'AuditLogScreen'),
    { ...pageAt('/admin/security'), title: 'Audit log' },
  ),
  ...serviceSubpages.map(([path, component, title]) =>
    route(frame, `/admin/services${path}`, component, { ...pageAt('/admin/services'), title }),
  ),
]

const centeredRoutes = Object.entries(signInPages).map(([path, component]) => route(centered, path, component))

const plainRoutes = [
  route(
    plain,
    '/wall',
    screen(() => import('../features/wall/wall-screen.tsx'), 'WallScreen'),
  ),
  route(
    plain,
    '/view',
    screen(() => import('../features/shared-view/view-screen.tsx'), 'ViewScreen'),
  ),
  route(
    plain,
    '/error/unauthorized',
    screen(() => import('./layout/error-page.tsx'), 'UnauthorizedPage'),
  ),
  route(
    plain,
    '$',
    screen(() => import('./layout/error-page.tsx'), 'NotFoundPage'),
    notFoundPage,
  ),
]

export const routeTree = rootRoute.addChildren([
  frame.addChildren(frameRoutes),
  centered.addChildren(centeredRoutes),
  plain.addChildren(plainRoutes),
])
