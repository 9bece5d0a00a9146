import { callbackAddressMax } from '@lapak/contract/partners/callbacks'
import { doubleGuardMinutes } from '@lapak/contract/shared/buyer-option-fields'
import { addressListMax } from '@lapak/contract/shared/wire'
import { Button, Group, NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core'
import { type BuyerOptions, type OptionChanges, useChangeOptions } from '#features/ordering/buyer-options/buyer-options.api.ts'
import { routingLabels } from '#features/ordering/buying-list/routing-labels.ts'
import { useConfirmLeave } from '#lib/use-confirm-leave.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { FormGrid, FullWidth } from '#ui/form-grid.tsx'
import { RupiahField, rupiahError } from '#ui/rupiah-field.tsx'
import { Section } from '#ui/section.tsx'

interface Values {
  ip: string
  callback: string
  doubleguard: number | string
  routing: string
  lowbalance: bigint | null | undefined
  pricenews: boolean
  openoffers: boolean
}

const valuesOf = ({ ip, callback, doubleguard, routing, lowbalance, pricenews, openoffers }: BuyerOptions): Values => ({
  ip: ip.replaceAll(',', ', '),
  callback,
  doubleguard,
  routing,
  lowbalance,
  pricenews,
  openoffers,
})

/** Keeps the inputs of one row aligned, however long their help texts are. */
const helpBelow = { inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[] }

/** The form for the allowed IP addresses, the callback URL, and the handling of orders. */
export function OptionsForm({ options }: { options: BuyerOptions }) {
  // The changing key resets the form when the options change outside of it, for example when an IP address was added above.
  return <FormOf key={JSON.stringify({ ...options, keys: 0, lowbalance: String(options.lowbalance) })} options={options} />
}

function FormOf({ options }: { options: BuyerOptions }) {
  const change = useChangeOptions()
  const { form, field, formProps, busy, unsent } = useServerForm<Values, unknown>({
    initialValues: valuesOf(options),
    validate: {
      callback: (text) => (text.trim() === '' || /^https?:\/\/\S+$/.test(text.trim()) ? null : 'Alamat callback tidak valid'),
      doubleguard: (minutes) => (minutes === '' ? `Isi 0 sampai ${doubleGuardMinutes.max} menit` : null),
      lowbalance: rupiahError,
    },
    send: (values) => change.mutateAsync(sentOf(values)),
    fieldByErrorCode: { callback: 'callback' },
  })
  const dirty = form.isDirty()
  useConfirmLeave(unsent, 'Pengaturan ini belum disimpan. Tinggalkan dan buang isiannya?')

  return (
    <Section title="Pengaturan API">
      <form {...formProps}>
        <FormGrid>
          <TextInput
            {...helpBelow}
            label="Daftar IP"
            description="Alamat yang boleh memanggil, dipisah koma. Kosong: semua alamat, asalkan bertanda tangan."
            maxLength={addressListMax}
            {...field('ip')}
          />
          <TextInput
            {...helpBelow}
            label="Alamat callback"
            description="Hasil akhir setiap pesanan dikirim ke sini."
            type="url"
            inputMode="url"
            placeholder="https://"
            maxLength={callbackAddressMax}
            {...field('callback')}
          />
          <NumberInput
            {...helpBelow}
            label="Tolak pesanan ganda (menit)"
            description="Produk dan nomor yang sama dalam waktu ini dianggap ganda. 0 berarti tidak diperiksa."
            size="md"
            min={0}
            max={doubleGuardMinutes.max}
            clampBehavior="strict"
            allowDecimal={false}
            allowNegative={false}
            inputMode="numeric"
            hideControls
            {...field('doubleguard')}
          />
          <NativeSelect
            {...helpBelow}
            label="Urutan suplier"
            description="Suplier mana yang dicoba dahulu."
            size="md"
            data={Object.entries(routingLabels).map(([value, label]) => ({ value, label }))}
            {...field('routing')}
          />
          <RupiahField
            {...helpBelow}
            label="Peringatan saldo rendah"
            description="Lewat callback, e-mail, dan WhatsApp saat saldo turun di bawah ini. Kosong berarti mati."
            value={form.values.lowbalance}
            name="lowbalance"
            error={form.errors.lowbalance as string | undefined}
            onChange={(money) => form.setFieldValue('lowbalance', money)}
          />
          <Switch
            style={{ alignSelf: 'center' }}
            label="Kirim perubahan harga"
            description="Perubahan harga produk di daftar Anda dikirim ke alamat callback."
            {...field('pricenews')}
            {...form.getInputProps('pricenews', { type: 'checkbox' })}
          />
          <Switch
            style={{ alignSelf: 'center' }}
            label="Beli juga di luar daftar"
            description="Di halaman ini, merek yang tidak ada di daftar Anda dibeli dari suplier termurah yang buka. Pesanan lewat API tetap mengikuti daftar."
            {...field('openoffers')}
            {...form.getInputProps('openoffers', { type: 'checkbox' })}
          />
          <FullWidth>
            <Group gap="xs">
              <Button type="submit" disabled={!dirty} loading={busy}>
                Simpan
              </Button>
              {dirty && (
                <Button variant="subtle" color="gray" disabled={busy} onClick={() => form.reset()}>
                  Batalkan perubahan
                </Button>
              )}
            </Group>
          </FullWidth>
        </FormGrid>
      </form>
    </Section>
  )
}

const sentOf = ({ ip, callback, doubleguard, routing, lowbalance, pricenews, openoffers }: Values): OptionChanges => ({
  ip,
  callback: callback.trim(),
  doubleguard: Number(doubleguard),
  routing: routing as BuyerOptions['routing'],
  lowbalance: lowbalance === null ? null : Number(lowbalance),
  pricenews: pricenews ? 1 : 0,
  openoffers: openoffers ? 1 : 0,
})
