import type { sellerApiCalls } from '@lapak/contract/catalogue/seller-api'
import type { DataOf } from '@lapak/contract/shared/call'
import { rupiahText } from '@lapak/contract/shared/money'
import { Alert, Button, Group, NativeSelect, PasswordInput, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHelpCircle, IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type SellerServer, sellerApiQuery, useSaveServer, useTestServer } from '#features/catalogue/seller-api/seller-api.api.ts'
import { ServerFormMore } from '#features/catalogue/seller-api/server-form-more.tsx'
import { supplierTypeLabels } from '#features/catalogue/seller-api/server-labels.ts'
import { initialServerValues, type ServerValues, toServerChange } from '#features/catalogue/seller-api/server-values.ts'
import { useConfirmLeave } from '#lib/use-confirm-leave.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { useSubmission } from '#lib/use-submission.ts'
import { Card } from '#ui/card.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { isConfirmed } from '#ui/confirm.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Facts } from '#ui/facts.tsx'
import { FormGrid, FullWidth } from '#ui/form-grid.tsx'
import { ErrorState } from '#ui/states.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'

interface ServerFormProps {
  submitWord: 'Lanjut' | 'Simpan'
  onSaved?: (server: SellerServer) => void
}

/**
 * The form of the connection to a seller's server: the settings are typed, tested and saved. Used in the registration as a seller and in the settings
 * of a seller.
 */
export function ServerForm(props: ServerFormProps) {
  const { data, error, refetch } = useQuery(sellerApiQuery)
  if (data) return <FormOf {...props} server={data} />
  return error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : <Skeleton height={360} />
}

const errorIfEmpty = (text: string) => (text.trim() === '' ? 'Please fill' : null)
/** The URL template is required only for the protocol HTTP GET, because the other protocols have default URLs. */
const errorIfEmptyForHttpGet = (text: string, { jenisapi }: ServerValues) => (jenisapi === '3' ? errorIfEmpty(text) : null)

function FormOf({ server, submitWord, onSaved }: ServerFormProps & { server: SellerServer }) {
  const save = useSaveServer()
  const test = useTestServer()
  const [testedAs, setTestedAs] = useState('')
  const { form, field, formProps, busy, unsent, isFilledIn, showWrong } = useServerForm<ServerValues, SellerServer>({
    initialValues: initialServerValues(server),
    validate: {
      apiurl: (text) => errorIfEmpty(text) ?? (/^https?:\/\/\S+$/.test(text.trim()) ? null : 'API URL tidak valid'),
      templates_order: errorIfEmptyForHttpGet,
      templates_balance: errorIfEmptyForHttpGet,
      timeoutms: (seconds) => (seconds === '' ? 'Isi 1 sampai 120 detik' : null),
      maxinflight: (orders) => (orders === '' ? 'Isi 1 sampai 500 pesanan' : null),
    },
    beforeSend: () =>
      isConfirmed({ question: test.data?.ok === false ? `${saveQuestion} ${afterBadTest(test.data.message)}` : saveQuestion }),
    send: async (values) => (await save.mutateAsync(toServerChange(values))).data,
    onSuccess: (saved) => {
      form.setInitialValues(initialServerValues(saved))
      form.setValues(initialServerValues(saved))
      onSaved?.(saved)
    },
  })
  const testing = useSubmission<ServerValues, unknown>({
    send: (values) => test.mutateAsync(toServerChange(values)),
    onSuccess: (_, values) => setTestedAs(JSON.stringify(values)),
    fields: Object.keys(form.values) as (keyof ServerValues)[],
    show: (errors) => showWrong(errors),
  })
  const askTest = () => {
    if (isFilledIn()) void testing.submit(form.values)
  }
  useConfirmLeave(unsent, 'Pengaturan API ini belum disimpan. Tinggalkan dan buang isiannya?')

  return (
    <form {...formProps} aria-label="API suplier">
      <FormGrid>
        <NativeSelect label="Jenis API" size="md" data={[...supplierTypeLabels]} {...field('jenisapi')} />
        <TextInput label="API URL" type="url" inputMode="url" placeholder="https://" maxLength={300} {...field('apiurl')} />
        <TextInput label="API user id" autoComplete="off" maxLength={60} {...field('userid')} />
        <PasswordInput label="PIN" autoComplete="off" maxLength={60} {...keptSecret(server.pinset)} {...field('pin')} />
        <TextInput label="Username" autoComplete="off" maxLength={100} {...field('username')} />
        <PasswordInput
          label="Password"
          autoComplete="new-password"
          maxLength={100}
          {...keptSecret(server.passwordset)}
          {...field('password')}
        />
        <FullWidth>
          <ServerFormMore values={form.values} field={field} errors={form.errors} />
        </FullWidth>
        <FullWidth>
          <Stack gap="md">
            <Alert color="orange" icon={<IconAlertTriangle size={20} />} title="Perhatian">
              Simpan API hanya jika respon test bukan kesalahan user, password, atau PIN.
            </Alert>
            <CallsComeFrom addresses={server.outgoingaddresses} />
            {test.data && <TestResult answer={test.data} outdated={testedAs !== JSON.stringify(form.values)} />}
            <Group gap="xs">
              <Button
                variant="default"
                leftSection={<IconPlugConnected size={18} />}
                loading={testing.busy}
                disabled={busy}
                onClick={askTest}
              >
                Test
              </Button>
              <Button type="submit" loading={busy} disabled={testing.busy}>
                {submitWord}
              </Button>
            </Group>
            {server.apiurl !== '' && !server.tested && (
              <Text size="sm" c="dimmed">
                Yang tersimpan belum lulus test, jadi belum ada pesanan yang dikirim ke sana.
              </Text>
            )}
          </Stack>
        </FullWidth>
      </FormGrid>
    </form>
  )
}

const saveQuestion = 'Simpan pengaturan API ini?'
const afterBadTest = (message: string) => `Test terakhir tidak berhasil (${message}). Selama begitu, toko Anda tidak mendapat pesanan.`

/** Keeps the inputs of one row aligned although only some fields have help texts. */
const helpBelow = { inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[] }

const keptSecret = (kept: boolean) => (kept ? { ...helpBelow, placeholder: 'tersimpan', description: 'Kosong: tetap yang tersimpan.' } : {})

/** The IP addresses from which Lapak calls the seller's server. Many servers accept orders only from known IP addresses. */
const CallsComeFrom = ({ addresses }: { addresses: string[] }) =>
  addresses.length === 0 ? (
    <Text size="sm" c="dimmed">
      Bila server Anda hanya menerima alamat IP yang terdaftar, hubungi admin untuk alamat Lapak.
    </Text>
  ) : (
    <Group gap={4} wrap="nowrap" align="flex-start">
      <Text size="sm">Lapak memanggil dari {addresses.join(', ')}. Izinkan alamat ini di server Anda.</Text>
      <CopyButton text={addresses.join(',')} label="Salin alamat Lapak" />
    </Group>
  )

// — Test result

type TestAnswer = DataOf<typeof sellerApiCalls.test>

/** The result of a test: the request, the answer, and how the answer was parsed. */
const TestResult = ({ answer, outdated }: { answer: TestAnswer; outdated: boolean }) => (
  <Card look="inset" component="section" aria-label="Hasil test" aria-live="polite">
    <Stack gap="sm">
      <Facts
        facts={[
          { label: 'Dipahami', value: <StatusBadge {...stateLabels[answer.state]} /> },
          { label: 'Keterangan', value: answer.message },
          { label: 'Saldo', value: answer.balance !== null && rupiahText(answer.balance) },
          { label: 'Lama', value: answer.request && `${answer.tookms.toLocaleString('id-ID')} ms` },
        ]}
      />
      {outdated && (
        <Text size="sm" c="dimmed">
          Isian sudah berubah sejak test ini.
        </Text>
      )}
      {answer.request && <Exchange title="Permintaan" text={answer.request} />}
      {answer.answer && <Exchange title="Jawaban" text={answer.answer} />}
    </Stack>
  </Card>
)

const Exchange = ({ title, text }: { title: string; text: string }) => (
  <div>
    <Text size="sm" fw={600} mb={4}>
      {title}
    </Text>
    <CodeBlock>{text}</CodeBlock>
  </div>
)

const stateLabels = {
  known: { colour: 'green', icon: IconCircleCheck, label: 'Server menjawab' },
  failed: { colour: 'red', icon: IconCircleX, label: 'Ditolak' },
  unknown: { colour: 'orange', icon: IconHelpCircle, label: 'Tidak dikenali' },
} as const
