"""How passwords, keys, tokens and serial numbers look in result files of all kinds.

Everything is in small letters, as it is compared with text in small letters.
"""

from __future__ import annotations

import re

_HARDWARE = (b'"physid"', b'"claimed"', b'"blockdevices"', b"<node", b"*-core")
_LOGIN = rb"[\w$#]{1,128}/[\"']?([^\s\"'@<>]{1,200})[\"']?@"
_QUOTED_LOGIN = (
    rb"(?:[ \t]{1,9}-\w{1,20}){0,4}[ \t]{1,9}[\"']?(?:userid=|target[ \t]{1,9})?"
    rb"[\w$#]{1,128}/[\"']?([^\s/@\"']{1,200})[\"']?"
    rb"(?=@|[ \t]{0,9}$|\r|[ \t]{1,9}(?:as[ \t]|@|\w{1,30}=))"
)
_PASS = rb"pass(?:word|wd|[ _-]?phrase|wort)?"
_OTHER_PASS = rb"(?:kennwort|senha|contrase(?:\xc3\xb1|\xf1|n)a|mot de passe)"
_OF_OTHERS = (b"kennwort", b"senha", b"contrase", b"motdepasse")
_SEPARATOR = rb"""\\?["']?[ \t]{0,40}(?:=>|[=:])\s{0,3}\[?"""
"""Between name and value in settings, environment, command lines and JSON, also JSON in JSON."""
_VALUE = rb"""\\?["']?([^\s"'\\,;<>&]{1,500})"""
_QUOTED = (
    rb"""\\?"((?:[^"\\\r\n]|\\[^"\r\n]|\\"(?=[^\r\n"]{1,200}"[ \t]{0,9}[,}\]\r\n])){1,500})\\?\""""
)
_KEY = rb"\\?[\"']?(?=\S{0,99}[a-z])([^\s\"'\\,;<>&]{8,2000})"
"""What is long, and no number."""
_COMMAND = rb"[^\n|;]{0,300}?[ \t]"
"""What stands between a command and one of its options."""
_ARGUMENT = rb"[\"']?([^\s\"']{1,500})"
_KEY_LINES = (
    rb"(?:\s|\\[rn]){0,9}(?:[\w-]{3,20}:[^\n]{0,200}\n\s{0,9}){0,4}"
    rb"(?:[a-z0-9+/=]{16,200}(?:\s|\\[rn]){0,20}){1,400}"
)

_NAMED = (
    rb"(?:pass(?:word|wort|[ _-]?phrase)|kennwort|senha|contrase(?:\xc3\xb1|\xf1|n)a|mot de passe"
    rb"|\bpin(?:[ -]code)?|community string|snmp\w{0,4}[ \t_-]community)"
)
_OF = (
    rb"(?:[ \t](?:for|of|to|on|f\xc3\xbcr|f\xfcr|von|des|der|de|do|da|del|para|du)"
    rb"(?:[ \t][^\s:=]{1,60}){1,3}|[ \t]\([^()\r\n]{1,60}\))"
)
_STATED = _NAMED + _OF + rb"?[ \t]{1,3}"
"""What is called a secret in prose, and of what: `the password for user bench `."""
_OF_PROSE = (b"pass", b"pin", b"community", *_OF_OTHERS)
_IS = rb"(?:is|ist|was|war|\xc3\xa9|\xc3\x89|\xe9|es|est)[ \t]{0,3}:?[ \t]{1,3}"
_READS = rb"(?:lautete?|reads)[ \t]{0,3}:?[ \t]{1,3}"
_IN_MARKS = rb"(?:[\"'`]|\xe2\x80[\x98\x9a\x9c\x9e])([^\"'`\r\n\xe2]{1,200})(?=[\"'`\xe2])"
_UNLIKE_A_WORD = (
    rb"(?=[^\s\"']{0,199}(?:\d|[!@#$%^&*_+=~-][^\s\"'.,;]))(?![(<\[{])([^\s\"',;]{1,200})"
)
"""With a digit, or with a sign in the middle."""
_LAST_WORD = (
    rb"(?!(?:not|no|now|nicht|n\xc3\xa3o|none|null|empty|blank|leer|vazia|missing|optional|pflicht"
    rb"|wrong|correct|right|weak|strong|too|valid|invalid|falsch|richtig|secret|hidden|here|there"
    rb"|short|long|default|case|erforderlich|abgelaufen|necess|obrigat|incorre|inv|errada|correta"
    rb"|new|old|same|ok|given|really|unsafe|secure|clear|public|private|unknown|stale|unchanged|set|needed)"
    rb"|\S*(?:ed|ing|able|ible|bekannt|t|nkt|ig|isch|lich|sary|ory|ary)[.!?]?\s)"
    rb"([^\s\"'<>()\[\]{},;:?]{4,200})(?=[ \t]{0,9}\r?(?:\n|$))"
)
"""At the end of its line, and none of what is said of passwords themselves."""
_COMMUNITIES = (
    rb"snmp-server[ \t]{1,9}community[ \t]{1,9}",
    rb"\br[ow]community6?[ \t]{1,9}",
    rb"community-name[ \t]{1,9}",
    rb"community[ _-]string[\"']?[ \t]{0,9}[:=][ \t]{0,9}",
    rb"snmp[\w ./-]{0,60}community[ _-]?(?:name)?[\"']?[ \t]{0,9}[:=][ \t]{0,9}",
    (
        rb"\bsnmp[\"']?:[^\n]{0,80}\n(?:[^\n]{0,200}\n){0,5}?"
        rb"[ \t]{0,40}[\"']?community[\"']?:[ \t]{0,9}"
    ),
)
"""What stands before a community of SNMP, which is its password."""
_COMMUNITY = rb"(?![-<\[({])[\"']?([^\s\"',;<>]{1,200})"

SIGNS = (
    # Swingbench configurations: <Password>enc(...)</Password>; HammerDB's: <mysql_pass>
    (
        (b"pass", b"pwd", b"kennwort", b"senha", b"secret", b"apikey"),
        (
            rb"<(?:\w{1,40}:)?\w{0,40}(?:pass(?:word|wd|phrase|wort)|[_:]pass|pwd|kennwort|senha"
            rb"|secret|api_?key)\b[^<>]{0,200}>\s{0,200}(?:<!\[cdata\[)?([^<\s][^<\r\n\]]{0,499})"
        ),
    ),
    ((b"token",), rb"<\w{0,40}token\b[^<>]{0,200}>\s{0,200}([^<\s]{16,2000})"),
    # its wizards: <Parameter Key="dbapassword" Value="secret"/>, or the value as text
    ((b"pass",), rb"""key=["']\w{0,40}pass\w{0,40}["']\s{1,9}value=["']([^"'<>]{1,500})"""),
    ((b"pass",), rb"""key=["']\w{0,40}pass\w{0,40}["'][^<>]{0,200}(?<!/)>([^<]{1,500})"""),
    # Oracle's connect strings: jdbc:oracle:thin:soe/secret@//host, -cs soe/secret@//host/service
    ((b"jdbc",), rb"jdbc:oracle:\w{2,5}:" + _LOGIN),
    ((b"connectstring",), rb"connectstring\W{1,12}" + _LOGIN),
    ((b"-cs",), rb"-cs\s{1,3}[\"']?" + _LOGIN),
    # http://user:secret@host, curl -u user:secret, sshpass -p secret, mysql -psecret
    ((b"@",), rb"://[^\s/:@\"'<>]{0,128}:([^\s/@\"'<>]{1,200})@"),
    (
        (b"curl", b"wget"),
        (
            rb"\b(?:curl|wget)\b[^\n]{0,200}?\s(?:-\w{0,6}u|--user)[ =]{0,3}"
            rb"[\"']?[^\s:\"']{1,128}:([^\s\"']{1,200})"
        ),
    ),
    (
        (b"zip",),  # where -p, which is -P here too, has an archive behind it, that is printed
        (
            rb"(?<![a-z])(?:un)?zip\b(?:[ \t]{1,3}-[a-z]{1,9}){0,4}?[ \t]{1,3}-[a-z]{0,9}p"
            rb"(?:[ \t]{1,3}(?=[^\n]{1,200}\.zip)|(?=[^\s]{4}))(?![^\s]{0,200}\.(?:zip|jar)\b)"
            + _ARGUMENT
        ),
    ),
    (
        (b"zx", b"za", b"zt", b"rar"),  # 7z, whose digit does not count here
        rb"\b(?:7z\w?|(?:un)?rar)\b" + _COMMAND + rb"-h?p([^\s\"']{1,200})",
    ),
    ((b"sshpass",), rb"\bsshpass\s{1,3}-p\s{0,3}[\"']?([^\s\"']{1,200})"),
    (
        (b"mysql", b"mariadb"),
        (
            rb"\b(?:mysql|mariadb)\w{0,12}\s[^\n]{0,200}?(?<=\s)-p(?!\d{2,5}(?:\s|$))[\"']?"
            rb"([^\s\"']{1,200})"
        ),
    ),
    # other commands with a password behind a letter; a number there is a port
    *(
        ((word,), word + rb"\b" + _COMMAND + rb"-p[ \t]{0,3}(?!\d{2,5}(?:\s|$))" + _ARGUMENT)
        for word in (b"sqlcmd", b"bcp", b"isql", b"ipmitool", b"racadm", b"esxcli")
    ),
    *(
        ((word,), word + rb"\w{0,8}\b" + _COMMAND + rb"-p[ \t]{1,3}" + _ARGUMENT)
        for word in (b"mongo", b"sbutil", b"coordinator")
    ),
    *(
        ((word + b"login",), word + rb" login\b" + _COMMAND + rb"-p[ \t]{1,3}" + _ARGUMENT)
        for word in (b"docker", b"az")
    ),
    *(
        ((word,), word + rb"\w{3,9}\b" + _COMMAND + rb"-a[ =]" + _ARGUMENT)
        for word in (b"redis-", b"memtier_")
    ),
    ((b"ldap",), rb"ldap\w{3,9}\b" + _COMMAND + rb"-w[ \t]{1,3}" + _ARGUMENT),
    ((b'-w"', b"-w'"), rb"\s-w[ \t]{1,3}[\"']([^\"'\r\n]{1,200})[\"']"),
    ((b"-pw",), rb"\s-pw[ \t]{1,3}" + _ARGUMENT),
    ((b"snmp",), rb"snmp\w{2,9}\b" + _COMMAND + rb"-c[ \t]{0,3}" + _ARGUMENT),
    ((b"snmp",), rb"snmp\w{2,9}\b" + _COMMAND + rb"-a[ \t]{1,3}(?!md5|sha)" + _ARGUMENT),
    ((b"snmp",), rb"snmp\w{2,9}\b" + _COMMAND + rb"-x[ \t]{1,3}(?!des|aes)" + _ARGUMENT),
    *(((b"community",), community + _COMMUNITY) for community in _COMMUNITIES),
    (
        (b"community",),
        (
            rb"snmp[ \t-]{0,3}(?:v[123]c?[ \t]{1,3}|r[ow][ \t]{1,3})?community[ \t]{1,9}"
            rb"(?:(?:add|set|create)[ \t]{1,9})?(?:r[ow][ \t]{1,9})?(?!is\b|string|name|not\b)"
            rb"([^\s\"',;<>=:]{1,200})(?=[ \t]{0,9}\r?(?:\n|$)|[ \t]{1,9}"
            rb"(?:r[ow]\b|read|view|group|authori|(?:un)?restricted))"
        ),
    ),
    (
        (b"snmp-serverhost",),
        rb"snmp-server host \S{1,200} (?:(?:traps|informs) )?(?:version \S{1,9} )?(\S{1,200})",
    ),
    (
        (b"comsec",),
        rb"com2sec6?[ \t]{1,9}(?:-cn \S{1,99} )?\S{1,99}[ \t]{1,9}\S{1,99}[ \t]{1,9}(\S{1,200})",
    ),
    ((b"lftp",), rb"lftp\b" + _COMMAND + rb"-u[ \t]{0,3}[^\s,]{1,128},([^\s\"']{1,200})"),
    ((b"smbclient", b"user="), rb"(?:-u[ \t]{0,3}|\buser=)[\w\\.-]{1,128}%([^\s\"',]{1,200})"),
    ((b"netuse",), rb"net use [^\n]{0,200}?/user:\S{1,128}[ \t]{1,3}([^\s/]{1,200})"),
    (
        (b"netuse",),
        rb"net use [^\n]{0,99}?\\\\[^\s]{1,200}[ \t]{1,3}([^\s/]{1,200})[ \t]{1,3}/user:",
    ),
    ((b"connectto",), rb"connect to \w{1,40} user \w{1,40} using ([^\s\"';]{1,200})"),
    (
        (b"aliasset", b"mcconfig"),
        rb"mc (?:alias set|config host add)(?: \S{1,200}){3} (\S{1,200})",
    ),
    (
        (b"echo",),
        rb"""echo[ \t]{1,3}["']?([^\s"'|]{1,200})["']?[ \t]{0,3}\|[ \t]{0,3}(?:sudo|passwd)\b""",
    ),
    ((b"securestring",), rb"securestring[ \t]{1,3}(?:-string[ \t]{1,3})?[\"']([^\"'\r\n]{1,200})"),
    ((b"openssl",), rb"openssl\b" + _COMMAND + rb"-k[ \t]{1,3}" + _ARGUMENT),
    # the long names of such options: --password secret, --s3secret secret, -storepass secret
    (
        (b"pass", b"secret", b"token", b"apikey", b"api-key"),
        (
            rb"-(?<=[\s\"']-)-?[\w-]{0,40}(?:pass(?:word|wd|phrase)?|secret(?:-?key)?|token|api-?key)"
            rb"[ \t]{1,3}(?![-<\[])" + _ARGUMENT
        ),
    ),
    # name = value in settings, environment, command lines and JSON
    ((b"pass",), _PASS + rb"(?:_in)?" + _SEPARATOR + _VALUE),
    ((b"pass",), _PASS + rb"(?:_in)?" + _SEPARATOR + _QUOTED),
    ((b"pass",), _PASS + rb"(?:_in)?" + _SEPARATOR + rb"'([^'\r\n]{1,200})'"),
    ((b"pass",), rb"pass(?:word|wd)?[ \t]{0,3}[ \t(][ \t]{0,3}[\"']([^\"'\r\n]{1,200})[\"']"),
    ((b"pass",), rb"(?m)^[ \t]{0,20}\w{0,40}pass(?:word|wd)?[\t,]([^\s,]{1,200})\r?$"),
    (_OF_PROSE, _NAMED + _OF + rb"[ \t]{0,3}[:=][ \t]{1,3}(?!\\)" + _VALUE),
    *(
        (_OF_PROSE, _STATED + verb + value)
        for verb, value in (
            (_IS, _IN_MARKS),
            (_IS, _UNLIKE_A_WORD),
            (_IS, _LAST_WORD),
            (_READS, _IN_MARKS),
            (_READS, _VALUE),
        )
    ),
    (
        (b"passphrase", b"pass_phrase", b"pass-phrase"),
        (
            rb"(?m)pass[ _-]?phrase[ \t]{0,9}[:=][ \t]{1,9}"
            rb"((?:[\w-]{1,30} ){1,11}[\w-]{1,30})(?=[ \t]{0,9}\r?$)"
        ),
    ),
    (
        (b"pin:", b"pin=", b'pin":', b"pin-code", b"pincode"),
        rb"\bpin(?:[ -]?code)?[\"']?[ \t]{0,3}[:=][ \t]{0,3}[\"']?(\d{4,12})\b",
    ),
    # PostgreSQL's file of passwords: host:5432:database:user:secret
    (
        (b"::", b":*:"),
        (
            rb"\n(?:[\w*./-]{1,200}|\[[0-9a-f:]{2,45}\]):(?:[1-9]\d{3,4}|\*):[\w*.$-]{1,63}:(?=[\w.$-]{0,62}[a-z*])"
            rb"[\w*.$-]{1,63}:((?:[^\s:\\]|\\[:\\]){1,200})(?=\r?(?:\n|$))"
        ),
    ),
    (
        (b"pgpass",),
        (
            rb"[\w*.-]{1,200}:(?:\d{2,5}|\*):[^\s:]{1,63}:[^\s:]{1,63}:([^\s\"']{1,200})[\"']?"
            rb"[ \t]{0,9}(?:>{1,2}|\|)[^\n]{0,200}pgpass"
        ),
    ),
    (_OF_OTHERS, _OTHER_PASS + _SEPARATOR + _VALUE),
    (_OF_OTHERS, _OTHER_PASS + _SEPARATOR + _QUOTED),
    ((b"pw",), rb"pw(?<![a-z0-9]pw)" + _SEPARATOR + _VALUE),
    ((b"pwd",), rb"pwd[\"']?=[\"']?([^\s\"',;<>&]{1,500})"),
    ((b"pwd",), rb"pwd[\"']?[ \t]{0,9}(?::|=[ \t])[ \t]{0,9}(?![\"']?(?:[/~]|[a-z]:))" + _VALUE),
    (
        (b"credentials",),
        rb"credentials?[\"']?[ \t]{0,9}[=:][ \t]{0,3}[\w.@-]{1,99}[:/]([^\s\"',;]{1,200})",
    ),
    # HammerDB: Changed tpcc:mysql_pass from OLD to NEW for MySQL
    ((b"pass",), rb"pass\w{0,20} from ([^\n]{1,200}?) to {1,4}\S"),
    (
        (b"pass",),
        rb"(?m)pass\w{0,20} from [^\n]{0,200}? to ([^\n]{1,200}?)(?= for \w[\w ]{0,40}\s*$|\s*$)",
    ),
    # HammerDB: Value OLD for tpcc:mysql_pass is the same as existing value OLD, no change made
    ((b"pass",), rb"\bvalue ([^\n]{1,200}?) for \w{1,40}:\w{0,40}pass"),
    (
        (b"pass",),
        rb"(?m)pass\w{0,20} is the same as existing value ([^\n]{1,200}?)(?=, no change|\s*$)",
    ),
    # HammerDB's commands and scripts: diset tpcc mysql_pass SECRET, set password "SECRET"
    (
        (b"pass",),
        (
            rb"\b(?:diset|dict set \w{1,40}) [\w ]{1,80} \w{0,40}pass\w{0,20} "
            rb"[\"{]?([^\"}\n;]{1,500})"
        ),
    ),
    (
        (b"pass",),
        rb"(?m)^[ \t]{0,20}\w{0,30}pass[ \t]{1,20}=[ \t]{1,9}([^\n]{1,200}?)[ \t]{0,9}\r?$",
    ),
    # HammerDB's job database keeps a dictionary of Tcl: pg_user tpcc pg_pass SECRET pg_dbase tpcc
    (
        (b"pass",),
        (
            rb"(?<=[\s{])(?:\w{1,30}_)?\w{0,20}pass(?:word)?[ \t]{1,3}"
            rb"(?![=:]|from\b|is\b)([^\s{}]{1,200})(?=\}|[ \t]\w{1,40}_\w)"
        ),
    ),
    ((b"pass",), rb"\bset \w{0,40}pass(?:word)? [\"{]?([^\s\"}]{1,500})"),
    # charbench -u soe -p soe, oewizard -dbap secret
    (
        (b"-p",),
        (
            rb"\b(?:\w{4,5}bench|swingbench|\w{2,10}wizard)\b"
            rb"(?:[^\n\\]|\\(?:\r?\n)?){0,2000}?\s-p\s{1,3}(\S{1,500})"
        ),
    ),
    ((b"-dbap", b"-dbp"), rb"\s-dba?p\s{1,3}(\S{1,500})"),
    # netrc: machine array login admin password secret; switches: username admin password 7 secret
    ((b"login",), rb"login\s{1,9}\S{1,128}\s{1,9}password\s{1,9}(\S{1,200})"),
    (
        (b"username",),
        (
            rb"username \S{1,128} (?:privilege \d{1,2} )?(?:password|secret) (?:\d{1,2} )?"
            rb"(?![=:])(\S{1,200})"
        ),
    ),
    ((b"enablesecret",), rb"enable secret (?:\d{1,2} )?(\S{1,200})"),
    ((b"incominguser", b"outgoinguser"), rb"(?:incom|outgo)inguser \S{1,128} (\S{1,200})"),
    ((b"chap",), rb"chap (?:password|secret) (\S{1,200})"),
    # sqlplus user/secret@place
    *(
        ((word,), word + rb"(?:ect)?\b[^\n/]{0,60}/([^\s/@\"']{1,200})@")
        for word in (b"sqlplus", b"rman", b"conn", b"userid")
    ),
    # the same in quotes or without a place: sqlplus sys/secret as sysdba, conn soe/"secret"@db
    ((b"sqlplus",), rb"(?m)sqlplus" + _QUOTED_LOGIN),
    (
        (b"expdp", b"impdp", b"sqlldr", b"dgmgrl"),
        rb"(?m)(?:expdp|impdp|sqlldr|dgmgrl)" + _QUOTED_LOGIN,
    ),
    *(
        ((word,), word + rb"(?<![a-z]" + word + rb")[ \t]{1,3}[\"']?" + _LOGIN)
        for word in (b"exp", b"imp", b"sql")
    ),
    ((b"conn",), rb"(?m)\n[ \t]{0,20}(?:sql>[ \t]{0,9}){0,3}conn(?:ect)?" + _QUOTED_LOGIN),
    (
        (b"identified",),
        (
            rb"identified\s{1,5}(?:with\s{1,5}\w{1,40}\s{1,5})?(?:by|as)\s{1,5}(?:values\s{1,5})?"
            rb"[\"']?([^\s\"';]{1,200})"
        ),
    ),
    (
        (b"identified",),
        rb"identified\s{1,5}by\s{1,5}(?:values\s{1,5})?[\"']([^\"'\n]{1,200})[\"']",
    ),
    # HTTP headers, keys and tokens of cloud services, private keys
    (
        (b"authorization",),
        (
            rb"authorization[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?:[a-z]{3,20}\s{1,3})?"
            rb"([^\s\"',;]{8,2000})"
        ),
    ),
    ((b"bearer",), rb"bearer[ \t]{1,3}([\w.~+/-]{16,2000})"),
    (
        (b"cookie:", b'cookie":'),
        rb"cookie[\"']?:[ \t]{0,3}[\"']?([\w.-]{1,99}=[^\r\n\"']{4,2000})",
    ),
    ((b"akia", b"asia"), rb"\b((?:akia|asia)[0-9a-z]{16})\b"),
    *(
        ((word.replace(b"[ _-]?", sign).replace(b"3", b""),), word + _SEPARATOR + _KEY)
        for word in (
            *(b"secret", b"token", b"secret[ _-]?key", b"secret[ _-]?access[ _-]?key"),
            *(b"api[ _-]?key", b"account[ _-]?key", b"access[ _-]?key", b"storage[ _-]?key"),
            *(b"s3[ _-]?key", b"master[ _-]?key", b"encryption[ _-]?key", b"signing[ _-]?key"),
        )
        for sign in (b"", b"_", b"-")[: 3 if b"[" in word else 1]
    ),
    ((b"aws_secret",), rb"aws_secret_access_key[ \t]{1,3}([^\s\"']{16,200})"),
    ((b"key-data",), rb"client-key-data[\"']?:\s{0,3}[\"']?([\w+/=]{16,20000})"),
    ((b"key=aq", b"--keyaq"), rb"key(?: = |=|[ \t])[\"']?(aq[\w+/]{30,60}={1,2})"),
    *(
        ((re.sub(rb"[\d.]", b"", word),), rb"(" + re.escape(word) + rb"[\w-]{10,200})")
        for word in (
            *(b"ghp_", b"gho_", b"ghs_", b"ghu_", b"ghr_", b"github_pat_", b"glpat-"),
            *(b"xoxa-", b"xoxb-", b"xoxe-", b"xoxo-", b"xoxp-", b"xoxr-", b"xoxs-"),
            *(b"sk_live_", b"rk_live_", b"sk_test_", b"rk_test_", b"npm_", b"dop_v1_"),
            *(b"sk-ant-", b"sk-proj-", b"aiza", b"hvs.", b"ya29."),
        )
    ),
    ((b"sg",), rb"sg\.([\w-]{16,40}\.[\w-]{16,80})"),
    ((b"hooksslack",), rb"hooks\.slack\.com/services/([\w/]{10,99})"),
    ((b"eyj",), rb"\b(eyj[\w-]{10,2000}\.[\w-]{10,4000}\.[\w-]{5,2000})"),
    ((b"sig=",), rb"[?&=; \t\"']sig=([^\s&\"']{10,200})"),
    ((b"$$", b"$y$", b"$a$", b"$b$"), rb"\$(?:[156y]|2[aby])\$([\w./$]{20,120})"),
    (
        (b"privatekey-", b"privatekeyblock-"),  # blanks do not count in words
        rb"----[- ]begin [\w ]{0,40}private key(?: block)?[- ]----([\s\S]{1,20000}?)----[- ]end",
    ),
    (
        (b"privatekey-", b"privatekeyblock-"),  # cut off
        rb"----[- ]begin [\w ]{0,40}private key(?: block)?[- ]----(" + _KEY_LINES + rb")",
    ),
    ((b"private-lines:",), rb"private-lines: \d{1,3}(" + _KEY_LINES + rb")"),
    # lshw and lsblk in JSON, XML and text
    (_HARDWARE, rb'"(?:serial|uuid|guid|wwn|partuuid|ptuuid)"\s{0,9}:\s{0,9}"([^"\n]{1,200})"'),
    (_HARDWARE, rb"<serial>([^<]{1,200})</serial>"),
    (_HARDWARE, rb'<setting id="(?:uuid|guid)" value="([^"]{1,200})"'),
    (_HARDWARE, rb"(?m)^[> ]{1,99}serial: (\S[^\r\n]{0,199})"),
    ((b"aaaserialnumber",), rb"(?m)^aaa,serialnumber,([^,\r\n]{1,100})"),
    (_HARDWARE, rb"\b(?:uuid|guid)=([^\s\"]{1,200})"),
    (_HARDWARE, rb"\b((?:[0-9a-f]{2}:){5}[0-9a-f]{2})\b"),
)
"""Words of which one must be there, and what to blank, both in small letters.

Most are never needed, so that they are compiled when they are. What begins with a letter that it
must have is found several times as fast; a line end is before the first line too."""
WORDS = frozenset(word for words, _ in SIGNS for word in words)
