from __future__ import annotations

import codecs

import pytest

from arraywise.importers.kit.redaction import redact_bytes
from tests.importers.golden import SAMPLES, sample_files

WORDS_OF_TOOLS = (
    "postgres://bench:hunter2@db:5432/x",
    "redis://:hunter2@cache:6379/0",
    "mongodb+srv://u:hunter2@c0/x",
    "ssh://root:hunter2@array",
    "mysql --user=root --password hunter2 -e x",
    "--passwd hunter2",
    "keytool -storepass hunter2",
    "elbencho --s3secret hunter2 --s3key k",
    "expdp system/hunter2@orcl full=y",
    "impdp system/hunter2 full=y",
    "sqlldr userid=scott/hunter2",
    "exp scott/hunter2@x",
    "dgmgrl sys/hunter2@orcl",
    "sql scott/hunter2@orcl",
    "rman target sys/hunter2@orcl",
    "sqlcmd -S host -U sa -P hunter2 -Q x",
    "sqlcmd -S host -U sa -Phunter2",
    "bcp t out f -U sa -P hunter2",
    "ipmitool -H h -U root -P hunter2 sdr",
    "racadm -r h -u root -p hunter2 getsysinfo",
    "docker login -u a -p hunter2",
    "az login --service-principal -u app -p hunter2",
    "mongo -u admin -p hunter2",
    "sbutil -soe -u soe -p hunter2 -cs //h/s",
    "redis-benchmark -a hunter2 -n 1000",
    "ldapsearch -D cn=a -w hunter2",
    'tool -w "hunter2"',
    "plink -pw hunter2 root@h",
    "snmpget -v3 -u u -a SHA -A hunter2 h",
    "snmpwalk -v2c -c hunter2 h",
    "snmp-server community hunter2 RO",
    "smbclient //fs/s -U bob%hunter2",
    "net use z: \\\\fs\\share /user:bob hunter2",
    "net use z: \\\\fs\\share hunter2 /user:bob",
    "lftp -u a,hunter2 h",
    "curl -su a:hunter2 h",
    "mc alias set lab http://h:9000 admin hunter2",
    "db2 connect to x user db2 using hunter2",
    "echo hunter2 | sudo -S fio x",
    'ConvertTo-SecureString "hunter2" -AsPlainText',
    "openssl enc -k hunter2",
    "<mysql_pass>hunter2</mysql_pass>",
    "<pwd>hunter2</pwd>",
    "<Kennwort>hunter2</Kennwort>",
    "<Secret>hunter2</Secret>",
    '{"password": "top hunter2", "n": 1}',
    '{"password": "a\\"hunter2", "n": 1}',
    '{"password":"a,hunter2"}',
    "password='a b hunter2'",
    '{\\"password\\": \\"hunter2\\"}',
    '"passwd":["hunter2"]',
    "password => 'hunter2'",
    "ALTER USER x WITH PASSWORD 'hunter2'",
    "SET PASSWORD = PASSWORD('hunter2')",
    "IDENTIFIED WITH mysql_native_password BY 'hunter2'",
    'identified by "my hunter2"',
    "Kennwort: hunter2",
    "Passwort: hunter2",
    "senha = hunter2",
    "mot de passe : hunter2",
    "pwd: hunter2",
    "Pwd = hunter2",
    "ADMIN_PW=hunter2",
    "credentials: admin:hunter2",
    "password\thunter2",
    "node.session.auth.password_in = hunter2",
    "chap password hunter2",
    "incominguser bob hunter2",
    "username admin password 7 hunter2",
    "enable secret 5 hunter2",
    "machine h login bob password hunter2",
    "machine h\n  login bob\n  password hunter2",
    "pass phrase is hunter2",
    "The passphrase for key ~/.ssh/id is 'hunter2'.",
    "Password for user bench is hunter2",
    "pass phrase: hunter2",
    "Kennwort lautet hunter2",
    "Das Kennwort lautet: hunter2",
    "Passwort ist hunter2",
    "Das Passwort für soe ist hunter2",
    "senha é hunter2",
    "A senha do usuário soe é hunter2",
    "contraseña es hunter2",
    "mot de passe est hunter2",
    "snmp community hunter2",
    "set snmp community hunter2 authorization read-only",
    "snmp v2c community hunter2",
    "SNMP community string: hunter2",
    "SNMP community string is hunter2",
    "snmp_community=hunter2",
    '"snmp_community": "hunter2"',
    "snmp:\n  version: 2\n  community: hunter2",
    "rocommunity hunter2 10.0.0.0/8",
    "rwcommunity hunter2",
    "com2sec local default hunter2",
    "snmp-server host 10.0.0.9 version 2c hunter2",
    "system snmp community add -type ro -community-name hunter2",
    "unzip -P hunter2 awr.zip",
    "unzip -o -q -Phunter2 awr.zip -d out",
    "zip -r -P hunter2 awr.zip awr",
    "db.lab:5432:tpcc:bench:hunter2",
    "*:*:*:postgres:hunter2",
    "/run/postgresql:5432:tpcc:bench:hunter2",
    "[::1]:5432:tpcc:bench:hunter2",
    "unzip -qP hunter2 awr.zip",
    "7za a -mhe -phunter2 awr.7z",
    "unrar x -phunter2 awr.rar",
    "Kennwort für admin: hunter2",
    "Das Kennwort des Arrays lautet hunter2",
    "senha do banco (soe): hunter2",
    "snmp ro community hunter2",
    "SNMP community is hunter2",
    "echo db:5432:*:soe:hunter2 >> ~/.pgpass",
    "dict set dbdict oracle connection system_password hunter2",
)
KEY = "c2VjcmV0a2V5c2VjcmV0a2V5"
KEYS = (
    "SharedAccessKey=%s=",
    "AZURE_STORAGE_KEY=%s",
    "client_secret: %s",
    "http_s3_key=%s",
    "X-Vault-Token: %s",
    "authorization: %s",
    '-H "Authorization: ApiToken %s"',
    "Bearer %s",
    "Cookie: JSESSIONID=%s",
    "Set-Cookie: sid=%s; Path=/",
    "    client-key-data: %s",
    "<token>%s</token>",
    "ENCRYPTION_KEY=%s",
    "aws configure set aws_secret_access_key %s",
    "root:$6$saltsalt$%s:19000:0",
    "https://hooks.slack.com/services/%s",
    "key = AQ%sabcdef==",
    "SG.%s.abcdefghijklmnopqrst",
    "PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 1\n%s\nPrivate-MAC: 1",
    "-----BEGIN PRIVATE KEY-----\n%s\nand no end",
    '"private_key": "-----BEGIN PRIVATE KEY-----\\n%s\\n-----END PRIVATE KEY-----"',
    "    -----BEGIN EC PRIVATE KEY-----\r\n    %s\r\n    -----END EC PRIVATE KEY-----",
    "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n%s\n---- END",
    "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n%s\n-----END",
    *(
        mark + "%s"
        for mark in (
            "ghs_",
            "glpat-",
            "xoxb-",
            "sk_live_",
            "rk_live_",
            "AIza",
            "ya29.",
            "npm_",
            "hvs.",
            "dop_v1_",
            "sk-ant-",
        )
    ),
)


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("<Password>enc(k1LL3r)</Password>", "enc(k1LL3r)"),
        ("PIN: 48213", "48213"),
        ('{"pin": "48213"}', "48213"),
        ("PIN is 4821", "4821"),
        ("Passwort ist Sommerregen", "Sommerregen"),
        ("Kennwort lautet Sommerregen, bitte", "Sommerregen"),
        ("senha é segredo", "segredo"),
        ("pass phrase: correct horse battery staple", "correct horse battery staple"),
        ('pass phrase is "correct horse battery"', "correct horse battery"),
        ("<Password>\n  enc(k1LL3r)\n</Password>", "enc(k1LL3r)"),
        ("<Password>k1LL3rm/Password>\nSynch mode: libc\n<", "k1LL3rm/Password>"),
        ("Changed tpcc:mysql_pass from mysql to hunter2 for MySQL", "hunter2"),
        ("Changed tpcc:mysql_pass from 0ld to hunter2 for MySQL", "0ld"),
        ("Changed tpcc:pg_superuserpass from postgres to hunter2 for PostgreSQL", "hunter2"),
        ("Value hunter2 for tpcc:mysql_pass is the same as existing value", "hunter2"),
        ("for tpcc:ora_pass is the same as existing value hunter2, no change made", "hunter2"),
        ("Changed tpcc:mysql_pass from mysql to top secret for MySQL", "top secret"),
        ("Changed tpcc:mysql_pass from my sql to Ge heim for MySQL", "Ge heim"),
        ("Changed tpcc:mysql_pass from my sql to Ge heim for MySQL", "my sql"),
        ("Value top secret for tpcc:mysql_pass is the same as existing value", "top secret"),
        ("tpcc:ora_pass is the same as existing value top secret, no change made", "top secret"),
        ("hammerdb>diset tpcc mysql_pass {top secret}", "top secret"),
        ('diset tpcc pg_pass "my secret"', "my secret"),
        (" mysql_pass = top secret", "top secret"),
        ("hammerdb>diset tpcc mysql_pass hunter2", "hunter2"),
        (" mysql_pass                = hunter2", "hunter2"),
        ('set password "hunter2" ;# MySQL password', "hunter2"),
        ("set connect tpcc/hunter2@oracle ;# Oracle connect string", "hunter2"),
        ("$ sysbench oltp_read_write --mysql-password=hunter2 --threads=8 run", "hunter2"),
        ("export PGPASSWORD=hunter2", "hunter2"),
        ('{"password": "hunter2", "n": 1}', "hunter2"),
        ("./charbench -c soe.xml -u soe -p hunter2 -uc 16", "hunter2"),
        ("./oewizard -cl -dbap hunter2 -scale 1", "hunter2"),
        ("sqlplus soe/hunter2@//db:1521/orcl", "hunter2"),
        ("create user soe identified by hunter2;", "hunter2"),
        ("<ConnectString>jdbc:oracle:thin:soe/hunter2@//db:1521/orcl</ConnectString>", "hunter2"),
        ('{"ConnectString": "soe/hunter2@//db/s"}', "hunter2"),
        ("./charbench -c soe.xml -cs soe/hunter2@//db/s -uc 8", "hunter2"),
        ("./charbench -c soe.xml \\\n  -u soe \\\n  -p hunter2 -uc 8", "hunter2"),
        ("SQL> connect system/hunter2", "hunter2"),
        ("$ sqlplus -s sys/hunter2 as sysdba", "hunter2"),
        ('conn soe/"hunter2"@db', "hunter2"),
        ('<Parameter Key="password" Value="hunter2"/>', "hunter2"),
        ('<Parameter Key="dbapassword">hunter2</Parameter>', "hunter2"),
        ("<Password><![CDATA[hunter2]]></Password>", "hunter2"),
        ("<Passwd>hunter2</Passwd>", "hunter2"),
        ("DSTAT_MYSQL_PWD=hunter2 dstat --mysql5-cmds", "hunter2"),
        ("mysql -u root -phunter2 -e status", "hunter2"),
        ("sshpass -p hunter2 ssh root@db", "hunter2"),
        ("<Comment>pw: hunter2</Comment>", "hunter2"),
        ("curl -u admin:hunter2 https://array/api", "hunter2"),
        ("wget https://admin:hunter2@array/api", "hunter2"),
        ("Authorization: Basic YWRtaW46aHVudGVyMg==", "YWRtaW46aHVudGVyMg=="),
        ("curl -H 'Authorization: Bearer abc.def-123' https://array", "abc.def-123"),
        ("aws_access_key_id = AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLE"),
        ("aws_secret_access_key=wJalrXUtnFEMI/K7MDENG+bPxRfiCY", "wJalrXUtnFEMI/K7MDENG+bPxRfiCY"),
        ('{"client_secret": "0123456789abcdef01"}', "0123456789abcdef01"),
        ("export GITHUB_TOKEN=ghp_0123456789abcdefABCDEF", "ghp_0123456789abcdefABCDEF"),
        (
            "id eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.SflKxwRJSM",
            "eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.SflKxwRJSM",
        ),
        ("DefaultEndpointsProtocol=https;AccountKey=c2VjcmV0a2V5c2VjcmV0", "c2VjcmV0a2V5c2VjcmV0"),
        ("https://x.blob.core.windows.net/c?sv=2024&sig=aGVsbG8lMjB3b3JsZA", "aGVsbG8lMjB3b3JsZA"),
        *((text, "hunter2") for text in WORDS_OF_TOOLS),
        *((text.replace("%s", KEY), KEY) for text in KEYS),
    ],
)
def test_a_password_is_starred_out_in_place(text: str, secret: str) -> None:
    before = f"line 1\n{text}\nline 3\n".encode()
    clean, count = redact_bytes(before)
    place = before.index(secret.encode())
    assert clean[place : place + len(secret)] == b"*" * len(secret)
    assert len(clean) == len(before)
    assert clean.startswith(b"line 1\n")
    assert clean.endswith(b"\nline 3\n")
    assert count >= 1


def test_a_private_key_is_starred_out_and_its_lines_stay() -> None:
    head, end = "-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----"
    body = "Proc-Type: 4,ENCRYPTED\n\nMIIEowIBAAKCAQEA\r\nq83vEjRWeJA="
    clean, count = redact_bytes(f"a\n{head}\n{body}\n{end}\nb\n".encode())
    lines = [b"*" * len(line) for line in body.encode().split(b"\n")]
    lines[2] = b"*" * 16 + b"\r"
    assert clean.split(b"\n") == [b"a", head.encode(), *lines, end.encode(), b"b", b""]
    assert count >= 1


@pytest.mark.parametrize(
    "text",
    [
        "Passed 3 of 4 checks, 12 passes",
        "fio -p 8 --name=randread",
        "2 x 10 GbE, user/host@lab says hello",
        "pass 1: 20 s",
        "tokens: 12, secret: no, api = rest, asia pacific, Asiatic",
        "Basic authorization is off",
        "Reset the clock, set passive mode on",
        "Connect time/latency per user, sqlplus /nolog, connect / as sysdba",
        "see http://www.dominicgiles.com:8080/swingbench and mail ops@lab",
        "mysql -P3306 --protocol tcp, mysqlslap -p",
        "<ConnectString>//db:1521/orcl</ConnectString>",
        "pwait: 12, SQL_ID 7hys3h7ysgf9m, hash 2342552567, await: 3, key: 5, keys = 1000000",
        "tokens: 1234567890, token: 12345678, secret: none",
        "pwd: /home/bench, pwd: C:\\lab, psw 4, and 3 bypasses",
        "oewizard --password <password>",
        "docker run -p 8080:80, mongod -p, ping -w 256, snmpd -a",
        "Cookie: host.1690000000.123456.5f2a, cookies: 4",
        "exp 1/2 = 0.5, SQL ordered by gets/reads, sql*net message from client",
        "user@host:/data/a.txt, Hammerdb Log @ Mon Mar 06 10:00:05, http://a:8080/b@c",
        "echo hello | tee a.txt, username max, login 5 times, password required",
        "unzip -p awr.zip report.txt, zip -p a.zip b, gzip -9 a, GPIO pin: 17, pins: 2048",
        "The password is required\nPassword is not set\nDas Passwort ist abgelaufen",
        "The pass phrase is asked for when the key is loaded, and the password is stored there",
        "A senha é obrigatória\nKennwort vergessen\nThe PIN is wrong\npassword is incorrect.",
        "community support, SNMP community strings are not kept, snmp community is not set",
        "2001:db8:0:1:2\n20:11:14:00:00\nroot:x:0:0:root\nfe80:1234:5678:9abc:def0:1111:2222:3333",
        "main.c:1204:12: error: x, 10.0.0.1:5432: up\nhost:5432:tpcc:bench: refused",
        "latch: cache buffers chains, cursor: pin S wait on X, library cache pin 123456",
        "MySQL Community Server, primary key = id, access key, bearer of news",
    ],
)
def test_other_words_stay(text: str) -> None:
    assert redact_bytes(text.encode()) == (text.encode(), 0)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-16-le", "utf-16-be"])
def test_wide_text_is_searched_too(encoding: str) -> None:
    text = "password=hunter2, and more of the settings\n"
    clean, count = redact_bytes(text.encode(encoding))
    assert clean.decode(encoding) == text.replace("hunter2", "*******")
    assert count == 1


@pytest.mark.parametrize("mark", [codecs.BOM_UTF16_LE, codecs.BOM_UTF32_LE, codecs.BOM_UTF16_BE])
def test_a_wrong_mark_hides_nothing(mark: bytes) -> None:
    assert redact_bytes(mark + b"\npassword=hunter2\n") == (mark + b"\npassword=*******\n", 1)


def test_blanking_again_finds_nothing() -> None:
    clean, _ = redact_bytes(b"password: hunter2")
    assert redact_bytes(clean) == (clean, 0)


def test_serial_numbers_and_addresses_of_hardware_are_starred_out() -> None:
    folder = SAMPLES / "lshw"
    stored = b"".join(redact_bytes(path.read_bytes())[0] for path in sample_files(folder))
    read = b"".join(path.read_bytes() for path in sample_files(folder))
    secrets = (
        b"7XSRV01",
        b"44454C4C-5800",
        b"51C9A2B0",
        b"00:1b:21:aa:bb:cc",
        b"02:fc:00:00:00:01",
        b"80AbC?Cd",
        b"PHLN1234567",
        b"eui.0100000001",
    )
    assert all(secret in read for secret in secrets)
    assert not any(secret in stored for secret in secrets)
    assert len(stored) == len(read)
    assert b'"driver" : "serial"' in stored or b"driver=serial" in stored


def test_clock_times_in_other_files_stay() -> None:
    text = b'"serial": "x", 00:11:22:33:44:55'
    assert redact_bytes(text) == (text, 0)
