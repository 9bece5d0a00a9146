import { Button, Skeleton } from '@mantine/core'
import { IconBook2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useUser } from '#features/auth/access/use-user.ts'
import { buyerOptionsQuery } from '#features/ordering/buyer-options/buyer-options.api.ts'
import { OptionsForm } from '#features/ordering/buyer-options/options-form.tsx'
import { KeyList } from '#features/partners/api-keys/key-list.tsx'
import { CallbackOrigins } from '#features/partners/callbacks/callback-origins.tsx'
import { CallbackTools } from '#features/partners/callbacks/callback-tools.tsx'
import { DeliveryList } from '#features/partners/callbacks/delivery-list.tsx'
import { useSearchParams } from '#lib/use-search-params.ts'
import { Section } from '#ui/section.tsx'
import { ErrorState } from '#ui/states.tsx'
import link from '#ui/text-link.module.css'

const DeliveryDrawer = lazy(() =>
  import('#features/partners/callbacks/delivery-drawer.tsx').then((module) => ({ default: module.DeliveryDrawer })),
)

const route = getRouteApi('/signed-in/profile')

/** The tab with settings for the buyer's own software: API keys, allowed IP addresses and callbacks. */
export function ApiTab() {
  const sells = useUser()?.roles.some(({ name }) => name === 'ROLE_SELLER')
  const { data, error, refetch } = useQuery(buyerOptionsQuery)
  if (!data)
    return error ? (
      <Section title="API key">
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      </Section>
    ) : (
      <TextSkeleton />
    )
  return (
    <>
      <KeyList options={data} action={docsButton} />
      <OptionsForm options={data} />
      {sells && (
        <Section title="API suplier" hint="Server yang menerima pesanan ke toko Anda.">
          <Link to="/penjualan" search={{ tab: 'setting' }} className={link.link}>
            Atur di Penjualan, tab Setting
          </Link>
        </Section>
      )}
      <CallbackOrigins address={data.callback} />
      <CallbackTools hasCallback={data.callback !== ''} />
      <CallbackLog />
    </>
  )
}

function CallbackLog() {
  const searchParams = useSearchParams(route.useSearch())
  return (
    <>
      <DeliveryList searchParams={searchParams} onOpen={(id) => searchParams.push({ callback: id.toString() })} />
      <Suspense>
        <DeliveryDrawer id={searchParams.search.callback} onClose={() => searchParams.replace({ callback: undefined })} />
      </Suspense>
    </>
  )
}

const docsButton = (
  <Button component="a" href="/docs" target="_blank" rel="noreferrer" variant="default" size="sm" leftSection={<IconBook2 size={18} />}>
    Dokumentasi API
  </Button>
)

const TextSkeleton = () => (
  <>
    <Skeleton height={240} radius={12} />
    <Skeleton height={320} radius={12} />
  </>
)
