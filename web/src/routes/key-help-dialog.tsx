import '@mantine/core/styles/Kbd.layer.css'
import { Kbd, Text } from '@mantine/core'
import { Fragment } from 'react'
import classes from '#routes/key-help-dialog.module.css'
import { Modal } from '#ui/lazy.tsx'

const keys: [keys: string[], does: string][] = [
  [['B'], 'Beli, dari halaman mana pun'],
  [['/'], 'Cari produk atau suplier'],
  [['?'], 'Daftar tombol ini'],
  [['↑', '↓'], 'Pilih produk, dari kolom nomor tujuan'],
  [['Enter'], 'Lanjut dengan produk itu, lalu bayar'],
  [['Esc'], 'Tutup jendela yang paling atas'],
]

/** The list of keyboard shortcuts. */
export function KeyHelpDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Tombol pintas" size={420}>
      <dl className={classes.keys}>
        {keys.map(([names, does]) => (
          <Fragment key={does}>
            <dt>
              {names.map((name) => (
                <Kbd key={name} size="md" mr={4}>
                  {name}
                </Kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </Fragment>
        ))}
      </dl>
      <Text size="sm" c="dimmed" mt="md">
        Huruf tidak bekerja selama Anda mengetik atau sebuah jendela terbuka.
      </Text>
    </Modal>
  )
}
