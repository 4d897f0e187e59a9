/**
 * Passwords of twelve and more characters that are guessed first are nearly all made of a few parts: a
 * well-known word or two, a run of the keyboard or the alphabet, digits in order, a year, one part
 * again and again. So the parts are listed, and a password is common when it is made of nothing else.
 */
const words = `
password passwort passw0rd passwd pass word welcome wellcome hello letmein login signin logon admin
administrator root user username guest test tester testing default changeme change please secret
secrets private access system server computer internet network security secure database manager
master mistress superman batman spiderman pokemon starwars dragon monkey shadow sunshine princess
football soccer baseball basketball cricket hockey liverpool arsenal chelsea manchester united
barcelona madrid juventus chipolopolo michael jennifer jordan thomas jessica ashley daniel charlie
andrew michelle joshua matthew robert william maria mary john peter james david joseph ronaldo messi
iloveyou ilove loveyou love lover lovely loveme you me my mine baby babygirl babyboy angel angels
sweetheart sweet honey darling family mother father mum mom dad sister brother friend friends forever
jesus christ jesuschrist god godisgood isgood isgreat islove good great lord saviour blessed blessing
blessings faith grace hope heaven amen trust inthe ingod church prayer bible holy spirit allah islam
trustno1 nothing whatever anything something everything money rich dollar million billion success
happy smile lucky life live laugh music guitar rock metal freedom peace summer winter spring autumn
january february march april may june july august september october november december
monday tuesday wednesday thursday friday saturday sunday today tomorrow morning night
purple orange yellow green black white silver golden gold blue red pink rainbow flower rose
chocolate cookie coffee banana apple cherry pepper ginger summer tiger lion eagle horse dog cat
puppy kitten fish bird bear wolf elephant phoenix ninja samurai warrior killer hunter soldier
mustang ferrari porsche mercedes toyota corvette harley yamaha google facebook whatsapp twitter
instagram samsung nokia iphone android microsoft windows linux apple huawei
zambia zambian lusaka kitwe ndola livingstone malawi lilongwe zimbabwe harare botswana gaborone
namibia windhoek mozambique maputo africa african southafrica johannesburg capetown durban pretoria
lesotho eswatini swaziland angola tanzania kenya congo copperbelt
clinic hospital health healthy nurse doctor patient study research researcher survey project panel
control administrator participant navigator facility contraception condom prep hiv aids study
correcthorsebatterystaple iloveyousomuch unbelievable the and of for is are was to in it no yes not new old one two three four
five six seven eight nine ten with from your our his her this that abc abcd xyz asd zxc qaz wsx edc
big bad boy girl man woman men king queen prince star moon sun sky fire water earth wind power magic
super ultra mega hyper cool crazy sexy hot fuck fucking fuckyou shit bitch asshole
`
  .split(/\s+/)
  .filter(Boolean);

const runs = [
  '0123456789012345678901234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '!@#$%^&*()',
  '!"£$%^&*()',
].flatMap((run) => [run, [...run].reverse().join('')]);

const MIN_RUN = 3;
/** Letters that a sign often stands for. */
const leet: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const known = new Set(words);
const longest = Math.max(...words.map((word) => word.length));
/** More words than this, with nothing repeated, are a phrase and no common password. */
const MAX_WORDS = 2;

/** Returns whether a password, case folded, consists only of common parts. */
export function isCommonPassword(password: string): boolean {
  const whole = withoutRepeats(password);
  return madeOfParts(whole) || madeOfParts([...whole].map((sign) => leet[sign] ?? sign).join(''));
}

/** 'abcabcabc' is 'abc'. */
function withoutRepeats(text: string): string {
  const period = `${text}${text}`.indexOf(text, 1);
  return text.slice(0, period);
}

/** Returns whether the text can be cut into at most MAX_WORDS words, and runs, digits and signs between them. */
function madeOfParts(text: string): boolean {
  // The fewest words that the first n characters take.
  const fewest: number[] = [0, ...Array<number>(text.length).fill(Number.POSITIVE_INFINITY)];
  for (let start = 0; start < text.length; start++) {
    const used = fewest[start] ?? Number.POSITIVE_INFINITY;
    if (used > MAX_WORDS) continue;
    const reach = (length: number, cost: number) => {
      const before = fewest[start + length] ?? Number.POSITIVE_INFINITY;
      fewest[start + length] = Math.min(before, used + cost);
    };
    // A digit, a sign or a space adds next to nothing.
    if (/[\d\s\p{P}\p{S}]/u.test(text.charAt(start))) reach(1, 0);
    if (text[start] === text[start + 1]) reach(2, 0.5);
    // A single letter between known parts is as good as half a word.
    reach(1, 1);
    for (let length = MIN_RUN; start + length <= text.length; length++) {
      const part = text.slice(start, start + length);
      if (runs.some((run) => run.includes(part))) reach(length, 0.5);
      else if (length > longest) break;
    }
    for (let length = 2; length <= longest && start + length <= text.length; length++)
      if (known.has(text.slice(start, start + length))) reach(length, 1);
  }
  return (fewest[text.length] ?? 0) <= MAX_WORDS;
}
