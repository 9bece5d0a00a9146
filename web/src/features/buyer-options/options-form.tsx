import { Button, Group, NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type BuyerOptions, type OptionChanges, useChangeOptions } from '#features/buyer-options/buyer-options.api.ts'
import classes from '#features/buyer-options/options-form.module.css'
import { routingWords } from '#features/buying-list/routing-words.ts'
import { ApiError } from '#lib/api-error.ts'
import { useAskBeforeLeaving } from '#lib/ask-before-leaving.ts'
import { RupiahField } from '#ui/rupiah-field.tsx'
import { Section } from '#ui/section.tsx'
import { sayError } from '#ui/snackbar.ts'

interface Values {
  ip: string
  callback: string
  doubleguard: number | string
  routing: string
  lowbalance: bigint | null
  pricenews: boolean
}

const valuesOf = ({ ip, callback, doubleguard, routing, lowbalance, pricenews }: BuyerOptions): Values => ({
  ip: ip.replaceAll(',', ', '),
  callback,
  doubleguard,
  routing,
  lowbalance,
  pricenews,
})

const fields = ['ip', 'callback', 'doubleguard', 'routing', 'lowbalance'] as const

/** Fields side by side stay level, however long their help is. */
const helpBelow = { inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[] }

/** Who may call, where results go, and how orders are treated. */
export function OptionsForm({ options }: { options: BuyerOptions }) {
  // Fresh options (an address was added above) begin the form anew.
  return <FormOf key={JSON.stringify({ ...options, keys: 0, lowbalance: String(options.lowbalance) })} options={options} />
}

function FormOf({ options }: { options: BuyerOptions }) {
  const form = useForm<Values>({
    initialValues: valuesOf(options),
    validate: {
      callback: (text) => (text.trim() === '' || /^https?:\/\/\S+$/.test(text.trim()) ? null : 'Alamat callback tidak valid'),
      doubleguard: (minutes) => (minutes === '' ? 'Isi 0 sampai 1440 menit' : null),
    },
  })
  const change = useChangeOptions()
  const dirty = form.isDirty()
  useAskBeforeLeaving(dirty && !change.isPending, 'Pengaturan ini belum disimpan. Tinggalkan dan buang isiannya?')

  function focusFirst(errors: Record<string, unknown>) {
    const first = fields.find((field) => errors[field])
    if (first) form.getInputNode(first)?.focus()
  }

  function send(values: Values) {
    change.mutate(sentOf(values), {
      onError: (error) => {
        const known = error instanceof ApiError ? error : null
        const errors = known?.code === 'callback.address_refused' ? { callback: known.message } : (known?.errors ?? {})
        if (Object.keys(errors).length === 0) return sayError(error.message)
        form.setErrors(errors)
        focusFirst(errors)
      },
    })
  }

  return (
    <Section title="Pengaturan API">
      <form noValidate className={classes.form} onSubmit={form.onSubmit(send, focusFirst)}>
        <TextInput
          {...helpBelow}
          label="Daftar IP"
          description="Alamat yang boleh memanggil, dipisah koma. Kosong: semua alamat, asalkan bertanda tangan."
          maxLength={1000}
          key={form.key('ip')}
          {...form.getInputProps('ip')}
        />
        <TextInput
          {...helpBelow}
          label="Alamat callback"
          description="Hasil akhir setiap pesanan dikirim ke sini."
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={300}
          key={form.key('callback')}
          {...form.getInputProps('callback')}
        />
        <NumberInput
          {...helpBelow}
          label="Tolak pesanan ganda (menit)"
          description="Produk dan nomor yang sama dalam waktu ini dianggap ganda. 0 berarti tidak diperiksa."
          size="md"
          min={0}
          max={1440}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          inputMode="numeric"
          hideControls
          key={form.key('doubleguard')}
          {...form.getInputProps('doubleguard')}
        />
        <NativeSelect
          {...helpBelow}
          label="Urutan suplier"
          description="Suplier mana yang dicoba dahulu."
          size="md"
          data={Object.entries(routingWords).map(([value, label]) => ({ value, label }))}
          key={form.key('routing')}
          {...form.getInputProps('routing')}
        />
        <RupiahField
          {...helpBelow}
          label="Peringatan saldo rendah"
          description="Dikirim saat saldo turun di bawah ini. Kosong berarti mati."
          value={form.values.lowbalance}
          error={form.errors.lowbalance as string | undefined}
          onChange={(money) => form.setFieldValue('lowbalance', money)}
        />
        <Switch
          className={classes.switch}
          label="Kirim perubahan harga"
          description="Perubahan harga produk di daftar Anda dikirim ke alamat callback."
          key={form.key('pricenews')}
          {...form.getInputProps('pricenews', { type: 'checkbox' })}
        />
        <Group gap="xs" className={classes.actions}>
          <Button type="submit" disabled={!dirty} loading={change.isPending}>
            Simpan
          </Button>
          {dirty && (
            <Button variant="subtle" color="gray" disabled={change.isPending} onClick={() => form.reset()}>
              Batalkan perubahan
            </Button>
          )}
        </Group>
      </form>
    </Section>
  )
}

const sentOf = ({ ip, callback, doubleguard, routing, lowbalance, pricenews }: Values): OptionChanges => ({
  ip,
  callback: callback.trim(),
  doubleguard: Number(doubleguard),
  routing: routing as BuyerOptions['routing'],
  lowbalance: lowbalance === null ? null : Number(lowbalance),
  pricenews: pricenews ? 1 : 0,
})
