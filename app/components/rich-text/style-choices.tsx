import { type Editor, useEditorState } from '@tiptap/react';
import { fontSizes, fonts, headingLevels } from 'shared/rich-text/formats';

/** Renders the choices of heading, font, size and colour. */
export function StyleChoices({ editor }: { editor: Editor }) {
  const { heading, font, size, color } = useEditorState({
    editor,
    selector: ({ editor: current }) => {
      const style = current.getAttributes('textStyle');
      return {
        heading: current.isActive('heading') ? String(current.getAttributes('heading').level) : '',
        font: String(style.fontFamily ?? '').replaceAll('"', ''),
        size: String(style.fontSize ?? ''),
        color: String(style.color ?? ''),
      };
    },
  });
  const chain = () => editor.chain().focus();
  return (
    <>
      <Choice
        label="Style of the paragraph"
        value={heading}
        none="Paragraph"
        options={headingLevels.map((level) => [String(level), `Heading ${level}`])}
        onChoose={(value) => {
          const level = headingLevels.find((known) => String(known) === value);
          if (level) chain().setHeading({ level }).run();
          else chain().setParagraph().run();
        }}
      />
      <Choice
        label="Font"
        value={font}
        none="Font"
        options={fonts.map((name) => [name, name])}
        onChoose={(value) =>
          value ? chain().setFontFamily(value).run() : chain().unsetFontFamily().run()
        }
      />
      <Choice
        label="Font size"
        value={size}
        none="Size"
        options={fontSizes.map((name) => [name, name])}
        onChoose={(value) =>
          value ? chain().setFontSize(value).run() : chain().unsetFontSize().run()
        }
      />
      <input
        type="color"
        aria-label="Colour of the text"
        title="Colour of the text"
        value={toHex(color)}
        // The editor must not take the focus, because the browser would close the colour picker.
        onChange={(event) => editor.chain().setColor(event.currentTarget.value).run()}
        className="h-8 w-9 cursor-pointer rounded border border-line-strong bg-surface p-0.5"
      />
    </>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  /** The label of the option for no choice. */
  none: string;
  options: readonly (readonly [value: string, label: string])[];
  onChoose: (value: string) => void;
}

function Choice({ label, value, none, options, onChoose }: ChoiceProps) {
  const known = value === '' || options.some(([option]) => option === value);
  return (
    <select
      aria-label={label}
      title={label}
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value)}
      className="h-8 max-w-36 rounded border border-line-strong bg-surface px-1 text-sm"
    >
      <option value="">{none}</option>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
      {!known && <option value={value}>{value}</option>}
    </select>
  );
}

/**
 * Returns a colour as six digits, which is the only format that the picker accepts. Browsers report `rgb(…)`.
 */
function toHex(color: string): string {
  if (/^#[0-9a-f]{6}$/i.test(color)) return color;
  const parts = /^rgba?\((\d+),\s*(\d+),\s*(\d+)/.exec(color)?.slice(1, 4) ?? ['24', '34', '44'];
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
}
